// Readiness of a Kafka broker, by one metadata request.
import { connect } from 'node:net'

// Metadata request, version 4, for no topic, from client "probe"
const client = Buffer.from('probe')
const request = Buffer.concat([Buffer.from([0, 3, 0, 4, 0, 0, 0, 1, 0, client.length]), client, Buffer.from([0, 0, 0, 0, 0])])
const framed = Buffer.concat([Buffer.from([0, 0, 0, request.length]), request])

/** Whether the broker answers with at least one broker: it listens a second before it can serve. */
export function metadataAnswers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let said = Buffer.alloc(0)
    const answer = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket
      .once('connect', () => socket.write(framed))
      .once('error', () => answer(false))
      .once('close', () => answer(false))
    socket.setTimeout(2000, () => answer(false))
    socket.on('data', (chunk) => {
      said = Buffer.concat([said, chunk])
      // length, correlation id, throttle time, number of brokers
      if (said.length >= 16) answer(said.readInt32BE(12) > 0)
    })
  })
}
