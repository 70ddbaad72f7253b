// Erasure of a person's user actions.
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import { run, type Tx } from '@lyceum/kit/database/database'

/** identity's personErased: their actions leave the log table. On Kafka the topic's 30 days end them. */
export async function erasePerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  await run(tx, 'delete from kit.actions where key = $1', key)
}
