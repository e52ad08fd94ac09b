// A stand-in for pi: loads an extension and plays the session named in the second argument, a JSON list of [event, document].
const [file, session] = process.argv.slice(2)
const handlers = {}
const pi = { on: (event, handler) => (handlers[event] = handler) }
const context = { cwd: process.cwd(), sessionManager: { getSessionId: () => "pi-session-1" } }

const extension = await import(file)
extension.default(pi)
const told = []
for (const [event, document] of JSON.parse(session)) {
  told.push((await handlers[event]({ type: event, ...document }, context)) ?? null)
}
console.log(JSON.stringify({ told, listens: Object.keys(handlers) }))
