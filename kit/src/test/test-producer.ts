// Facts of a service that does not run in this test: emitted from a database of its own, over the real outbox and relay.
import type { DescMessage, MessageInitShape } from '@bufbuild/protobuf'
import { openPool } from '../database/connections.ts'
import { plain } from '../database/database.ts'
import { topicFor } from '../facts/wire-format.ts'
import { type FactAttributes, emitAll, fact, type OutgoingFact } from '../facts/outbox.ts'
import { startRelay } from '../facts/relay.ts'
import type { World } from '../service.ts'
import { testDatabase } from './test-database.ts'

export type TestProducer = {
  /** Commits the fact and wakes the relay; returns the fact's id. Consumers apply it later: wait for the outcome. */
  emit<D extends DescMessage>(schema: D, about: FactAttributes, data: MessageInitShape<D> | null): Promise<string>
  /** The same of many, in one transaction. */
  emitAll(facts: OutgoingFact[]): Promise<string[]>
  stop(): Promise<void>
}

export async function testProducer({ bus, kv, log, metrics }: World, service: string): Promise<TestProducer> {
  const pool = openPool(await testDatabase('kit'), { max: 2 })
  const relay = await startRelay({ pool, bus, topic: topicFor(service), kv, log: log(service), metrics })
  const emitFacts = async (facts: OutgoingFact[]) => {
    const ids = await emitAll(plain(pool), facts)
    relay.wake()
    return ids
  }
  return {
    emit: async (schema, about, data) => (await emitFacts([fact(schema, about, data)]))[0]!,
    emitAll: emitFacts,
    async stop() {
      await relay.stop()
      await pool.end()
    },
  }
}
