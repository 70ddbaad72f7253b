// A producer without loss. kafkajs's idempotent producer, after a send that was rejected (it may have been written all the same),
// uses the same sequence numbers for the next batch: the broker takes that for a repetition, acknowledges it, and drops it. Hence:
// one send at a time, and a rejected batch is repeated unchanged until it is acknowledged; otherwise the producer is discarded.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kafka, Message, Producer } from 'kafkajs'
import type { Log } from '../../telemetry/log.ts'
import { retry, type Timing } from './client.ts'

export type Sender = {
  /** Resolves when the whole batch is on the topic; throws only when `signal` is aborted, and then the outcome is unknown. */
  send(topic: string, messages: Message[], signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Errors after which the broker no longer accepts this producer: only a new one can continue. */
const fatalError = /OUT_OF_ORDER_SEQUENCE_NUMBER|UNKNOWN_PRODUCER_ID|INVALID_PRODUCER_EPOCH|PRODUCER_FENCED|INVALID_PRODUCER_ID_MAPPING/
/** Delays between two attempts of a batch, after kafkajs's own retries. Milliseconds. */
const retryDelays = { first: 200, longest: 2000 }

export function sender(kafka: Kafka, { log, timing }: { log: Log; timing: Timing }): Sender {
  let producer: Producer | undefined
  let last: Promise<void> = Promise.resolve()

  async function ready(signal: AbortSignal): Promise<Producer> {
    if (producer) return producer
    const created = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { ...retry(timing), retries: Math.min(timing.retries, 3) },
    })
    await created.connect()
    if (signal.aborted) void created.disconnect().catch(() => {})
    signal.throwIfAborted()
    return (producer = created)
  }
  function discard() {
    const old = producer
    producer = undefined
    void old?.disconnect().catch(() => {})
  }
  async function sendUntilAcknowledged(topic: string, messages: Message[], signal: AbortSignal) {
    for (let wait = retryDelays.first; ; wait = Math.min(wait * 1.5, retryDelays.longest)) {
      signal.throwIfAborted()
      try {
        const connected = await ready(signal)
        await connected.send({ topic, acks: -1, messages })
        return
      } catch (error) {
        const { type, cause } = error as { type?: string; cause?: { type?: string } }
        log.warn({ err: error, topic, messages: messages.length }, 'Kafka did not accept a batch: the same batch is sent again')
        if (fatalError.test(`${type} ${cause?.type} ${(error as Error).message}`)) discard()
        await sleep(wait, undefined, { signal })
      }
    }
  }
  return {
    async send(topic, messages, signal) {
      const previous = last
      const current = (async () => {
        await previous.catch(() => {})
        await untilAborted(sendUntilAcknowledged(topic, messages, signal), signal, discard)
      })()
      last = current.catch(() => {})
      await current
    },
    async close() {
      const old = producer
      producer = undefined
      await Promise.race([old?.disconnect().catch(() => {}), sleep(3000, undefined, { ref: false })])
    },
  }
}

/** Rejects as soon as the signal is aborted, even while kafkajs waits. The outcome of the batch is then unknown, so `giveUp` is called. */
async function untilAborted(work: Promise<void>, signal: AbortSignal, giveUp: () => void): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  aborted.promise.catch(() => {})
  try {
    await Promise.race([work, aborted.promise])
  } catch (error) {
    work.catch(() => {})
    giveUp()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
