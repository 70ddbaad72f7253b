// The kafkajs client, with settings under which a broker's death or halt is survived and noticed in seconds.
import kafkajs, { type Kafka, type KafkaConfig, type RetryOptions } from 'kafkajs'
import type { Log } from '../log.ts'
import { mendIdleTimer } from './idle-timer.ts'

mendIdleTimer()

export type Connection = { brokers: string[]; log: Log; ssl?: KafkaConfig['ssl']; sasl?: KafkaConfig['sasl'] }
/** Milliseconds; shorter in tests. */
export type Timing = { requestTimeout: number; retries: number }
export const timing: Timing = { requestTimeout: 10_000, retries: 8 }

export const retry = ({ retries }: Timing): RetryOptions => ({ initialRetryTime: 200, maxRetryTime: 2000, multiplier: 1.5, retries })

export const connect = ({ brokers, log, ssl, sasl }: Connection, given: Timing): Kafka =>
  new kafkajs.Kafka({
    clientId: 'lyceum',
    brokers,
    connectionTimeout: 2000,
    requestTimeout: given.requestTimeout,
    enforceRequestTimeout: true,
    retry: retry(given),
    ...(ssl && { ssl }),
    ...(sasl && { sasl }),
    // it warns of every attempt, and all of them are made again: we say ourselves, once, what does not get through
    logLevel: kafkajs.logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: { message, error } }) =>
        log.debug({ kafka: namespace, reason: error as string | undefined }, message),
  })
