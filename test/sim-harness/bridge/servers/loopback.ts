// Owns: a server on loopback that says, byte for byte and write for write, what a case tells it to, and keeps what it was asked.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

export interface WireStep {
  readonly utf8?: string
  readonly hex?: string
  readonly hex_each_byte?: string
  readonly repeat?: { readonly utf8: string; readonly times: number }
  readonly sleep?: number
  readonly loop?: { readonly utf8: string; readonly every_ms: number }
  readonly end?: 'fin' | 'rst' | 'hold'
}
export interface ServedExchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly wire: readonly WireStep[]
  /** The connection stays; the body goes in chunks. */
  readonly keep_alive?: boolean
  /** Then it is reset, after so many milliseconds. */
  readonly then_close_idle_ms?: number
}
export interface Received { readonly line: string; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer; readonly connection: number }

/** Between two writes, so that each is a chunk of its own at the other end. */
const apart = 3
const idle = 1

/** How an exchange ended at this end: `closed` resolves when the connection is gone; `byClient` then says whether the other end did it. */
interface Ending { readonly closed: Promise<void>; byClient: boolean }

export interface Loopback {
  readonly url: string
  readonly received: readonly Received[]
  /** Whether the client ended the connection of exchange `n` itself, within `ms` from now. */
  closedByClient(n: number, ms: number): Promise<boolean>
  close(): Promise<void>
}

const headerValue = (value: string) => {
  const ahead = /^@http-date:\+(\d+)s$/.exec(value)
  return ahead ? new Date(Date.now() + Number(ahead[1]) * 1000).toUTCString() : value
}

/** Requests of one connection, as they come. */
async function* requests(socket: Socket, connection: number): AsyncGenerator<Received> {
  let kept = Buffer.alloc(0)
  for await (const part of socket) {
    kept = Buffer.concat([kept, part as Buffer])
    for (;;) {
      const head = kept.indexOf('\r\n\r\n')
      if (head < 0) break
      const [line, ...fields] = kept.subarray(0, head).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(fields.map((f) => [f.slice(0, f.indexOf(':')).toLowerCase(), f.slice(f.indexOf(':') + 1).trim()]))
      const end = head + 4 + Number(headers['content-length'] ?? 0)
      if (kept.length < end) break
      yield { line: line!, headers, body: kept.subarray(head + 4, end), connection }
      kept = kept.subarray(end)
    }
  }
}

/** Plays the exchanges in order, one a request; a request past the last one is reset. */
export async function loopback(exchanges: readonly ServedExchange[]): Promise<Loopback> {
  const received: Received[] = []
  const endings: Ending[] = []
  const sockets = new Set<Socket>()
  let connections = 0

  async function play(socket: Socket, { status, headers, wire, keep_alive: keep, then_close_idle_ms: later }: ServedExchange, ending: Ending): Promise<boolean> {
    const alive = () => !socket.destroyed && socket.writable
    const put = async (bytes: Buffer) => {
      if (alive()) socket.write(bytes)
      await sleep(apart)
    }
    const body = (bytes: Buffer) => put(keep ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes)
    const fields = { ...headers, ...(keep ? { 'transfer-encoding': 'chunked' } : { connection: 'close' }) }
    await put(Buffer.from(`HTTP/1.1 ${status} Said\r\n${Object.entries(fields).map(([k, v]) => `${k}: ${headerValue(v)}\r\n`).join('')}\r\n`))
    for (const step of wire) {
      if (step.utf8 !== undefined) await body(Buffer.from(step.utf8))
      else if (step.hex !== undefined) await body(Buffer.from(step.hex, 'hex'))
      else if (step.hex_each_byte !== undefined) {
        for (const byte of Buffer.from(step.hex_each_byte, 'hex')) {
          if (alive()) socket.write(Buffer.from([byte]))
          await turn()
        }
      } else if (step.repeat) await body(Buffer.from(step.repeat.utf8.repeat(step.repeat.times)))
      else if (step.sleep !== undefined) await sleep(step.sleep)
      else if (step.loop) {
        while (alive()) {
          await body(Buffer.from(step.loop.utf8))
          await sleep(step.loop.every_ms)
        }
      } else if (step.end === 'fin') {
        ending.byClient = false
        if (keep) await put(Buffer.from('0\r\n\r\n'))
        else socket.end()
      } else if (step.end === 'rst') {
        ending.byClient = false
        socket.resetAndDestroy()
      } else await ending.closed
    }
    if (later !== undefined) {
      await sleep(later)
      socket.resetAndDestroy()
    }
    return keep === true
  }

  const server = createServer({ noDelay: true, allowHalfOpen: false }, (socket) => {
    sockets.add(socket)
    const connection = connections++
    const closed = new Promise<void>((resolve) => { socket.once('close', () => { sockets.delete(socket); resolve() }) })
    socket.on('error', () => undefined)
    const serve = async () => {
      for await (const request of requests(socket, connection)) {
        const exchange = exchanges[received.push(request) - 1]
        if (!exchange) return void socket.resetAndDestroy()
        const ending: Ending = { closed, byClient: true }
        endings.push(ending)
        // Not awaited: what the client does is seen while the reply is played.
        play(socket, exchange, ending).catch(() => undefined)
      }
    }
    serve().catch(() => undefined)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async closedByClient(n, ms) {
      const ending = endings[n]
      if (!ending) return false
      const gone = await Promise.race([ending.closed.then(() => true), sleep(ms, false)])
      return gone && ending.byClient
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => { server.close(resolve) })
      await sleep(idle)
    },
  }
}
