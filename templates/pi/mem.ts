// mem for pi: hands each event to `mem on` and passes its message on. Written by `mem install`.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent"
import { spawn } from "node:child_process"

const MEM = "@MEM@"
const LIMIT = 1500 // ms; an answer that comes later is not waited for

function ask(event: string, document: object): Promise<any> {
  return new Promise((done) => {
    let out = ""
    const child = spawn(MEM, ["on", event, "--harness", "pi"], { stdio: ["pipe", "pipe", "ignore"] })
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

export default function (pi: ExtensionAPI) {
  let session = `pi-${process.pid}-${Date.now()}`
  const about = (ctx: any) => ({ session_id: session, cwd: ctx?.cwd ?? process.cwd() })

  pi.on("session_start", async (event: any, ctx: any) => {
    session = ctx?.sessionManager?.getSessionId?.() ?? session
    await ask("session-start", { ...about(ctx), event: "session_start", reason: event.reason })
  })
  pi.on("before_agent_start", async (event: any, ctx: any) => {
    const reply = await ask("prompt", { ...about(ctx), event: "before_agent_start", prompt: event.prompt })
    return reply.message ? { message: reply.message } : undefined
  })
  pi.on("tool_result", async (event: any, ctx: any) => {
    const { toolName, toolCallId, input, isError } = event
    void ask("tool-post", { ...about(ctx), event: "tool_result", toolName, toolCallId, input, isError })
  })
  pi.on("agent_settled", async (_event: any, ctx: any) => {
    void ask("turn-end", { ...about(ctx), event: "agent_settled" })
  })
  pi.on("session_before_compact", async (_event: any, ctx: any) => {
    await ask("pre-compact", { ...about(ctx), event: "session_before_compact" })
  })
  pi.on("session_shutdown", async (event: any, ctx: any) => {
    await ask("session-end", { ...about(ctx), event: "session_shutdown", reason: event.reason })
  })
}
