// mem for OpenCode: hands each event to `mem on` and changes what its answer says. Written by `mem install`.
import { spawn } from "node:child_process"

const MEM = "@MEM@"
const LIMIT = 1500 // ms; an answer that comes later is not waited for
const KEPT = 6 // texts of one session that stay in its system prompt

function ask(event, document) {
  return new Promise((done) => {
    let out = ""
    let child
    try {
      child = spawn(MEM, ["on", event, "--harness", "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
    } catch {
      return done({})
    }
    const timer = setTimeout(() => (child.kill(), done({})), LIMIT)
    child.on("error", () => (clearTimeout(timer), done({})))
    child.stdin.on("error", () => {})
    child.stdout.on("data", (part) => (out += part))
    child.on("close", () => {
      clearTimeout(timer)
      try {
        done(JSON.parse(out))
      } catch {
        done({})
      }
    })
    child.stdin.end(JSON.stringify(document))
  })
}

// The system prompt is built anew for every call of the model, so what was recalled is kept here for its session.
const told = new Map()
const due = new Set()

function keep(session, text) {
  if (!text) return
  told.set(session, [...(told.get(session) ?? []), text].slice(-KEPT))
}

async function recalled(session, document, read) {
  if (due.delete(session) || !told.has(session)) {
    if (!told.has(session)) told.set(session, [])
    keep(session, read(await ask("pre-llm", document)))
  }
  return (told.get(session) ?? []).join("\n")
}

function forget(session) {
  told.delete(session)
  due.delete(session)
}

const ENDS = { "session.idle": "turn-end", "session.deleted": "session-end" }

async function server({ directory }) {
  return {
    "chat.message": async (input, output) => {
      due.add(input.sessionID)
      await ask("prompt", { hook: "chat.message", input, output: { parts: output.parts }, directory })
    },
    "experimental.chat.system.transform": async (input, output) => {
      const session = input.sessionID
      if (!session || !Array.isArray(output.system)) return
      const document = { hook: "experimental.chat.system.transform", input: { sessionID: session }, output: {}, directory }
      const text = await recalled(session, document, (reply) => reply.mutate?.["output.system[0]"])
      // Folded into the first block: a second one breaks some local models.
      if (text) output.system[0] = output.system[0] ? `${output.system[0]}\n\n${text}` : text
    },
    "tool.execute.after": async (input, output) => {
      void ask("tool-post", { hook: "tool.execute.after", input, output: { metadata: output.metadata }, directory })
    },
    "experimental.session.compacting": async (input) => {
      told.delete(input.sessionID)
      await ask("pre-compact", { hook: "experimental.session.compacting", input, directory })
    },
    event: async ({ event }) => {
      const ours = ENDS[event.type]
      if (!ours) return
      void ask(ours, { hook: "event", event, directory })
      if (ours === "session-end") forget(event.properties?.sessionID ?? event.properties?.info?.id)
    },
  }
}

async function setup(ctx) {
  const directory = ctx.directory ?? ctx.project?.directory ?? process.cwd()
  ctx.session?.hook?.("prompt", async (e) => {
    due.add(e.sessionID)
    const said = { sessionID: e.sessionID, prompt: { text: e.prompt?.text } }
    await ask("prompt", { hook: "ctx.session.hook(prompt)", e: said, directory })
  })
  ctx.session?.hook?.("context", async (e) => {
    const document = { hook: "ctx.session.hook(context)", e: { sessionID: e.sessionID }, directory }
    const text = await recalled(e.sessionID, document, (reply) => reply.mutate?.["e.system.push"]?.text)
    if (text) e.system.push({ type: "text", text })
  })
  ctx.session?.hook?.("compaction", async (e) => {
    told.delete(e.sessionID)
    await ask("pre-compact", { hook: "ctx.session.hook(compaction)", e: { sessionID: e.sessionID }, directory })
  })
  ctx.event?.subscribe?.((event) => {
    const ours = event.type.startsWith("session.execution.") ? "turn-end" : ENDS[event.type]
    if (ours) void ask(ours, { hook: "ctx.event.subscribe", event, directory })
  })
}

export default { id: "mem", server, setup }
