// A stand-in for both generations of OpenCode: loads a plug-in, sends prompts, and gives the system prompt of each model call.
const [file, generation, prompts] = process.argv.slice(2)
const plugin = (await import(file)).default
const sessionID = "oc-session-1"
const systems = []

async function first() {
  const hooks = await plugin.server({ directory: process.cwd(), worktree: process.cwd(), client: {}, project: {} })
  for (const text of JSON.parse(prompts)) {
    await hooks["chat.message"]({ sessionID }, { message: {}, parts: [{ type: "text", text }] })
    const output = { system: ["BASE"] }
    await hooks["experimental.chat.system.transform"]({ sessionID, model: {} }, output)
    systems.push(output.system)
  }
  await hooks["tool.execute.after"](
    { tool: "edit", sessionID, callID: "c1", args: { filePath: "a.py" } },
    { title: "", output: "", metadata: {} },
  )
  await hooks["experimental.session.compacting"]({ sessionID }, { context: [] })
  await hooks.event({ event: { type: "session.idle", properties: { sessionID } } })
  await hooks.event({ event: { type: "session.deleted", properties: { info: { id: sessionID } } } })
  return { keys: Object.keys(hooks) }
}

async function second() {
  const hooks = {}
  let listener = () => {}
  await plugin.setup({
    directory: process.cwd(),
    session: { hook: (name, handler) => (hooks[name] = handler) },
    event: { subscribe: (handler) => (listener = handler) },
  })
  for (const text of JSON.parse(prompts)) {
    await hooks.prompt({ sessionID, prompt: { text } })
    const e = { sessionID, system: [{ type: "text", text: "BASE" }] }
    await hooks.context(e)
    systems.push(e.system.map((part) => part.text))
  }
  await hooks.compaction({ sessionID })
  listener({ type: "session.execution.succeeded", data: { sessionID } })
  return { keys: Object.keys(hooks) }
}

const { keys } = generation === "1" ? await first() : await second()
console.log(JSON.stringify({ id: plugin.id, systems, keys }))
