// Owns: the model server of a kill run: raw completions as an event stream, piece by piece; at one piece it kills itself.
import { createServer } from 'node:http'
import { answerTo, pieces } from './answers.mjs'

const [port, piece, delay] = process.argv.slice(2)
let left = Number(piece)
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms) })

const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const send = (text, finish) => response.write(`data: ${JSON.stringify({ choices: [{ text, finish_reason: finish }] })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of pieces(answerTo(JSON.parse(body).prompt))) {
    if (left-- === 0) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(delay))
    await pause(2)
    send(text, null)
  }
  send('', 'stop')
  response.end('data: [DONE]\n\n')
})
server.listen(Number(port), '127.0.0.1', () => { process.stdout.write(`${server.address().port}\n`) })
