// The erasure of a person: nothing of them is in a list, a queue, a mail to come or a device, and others' notifications do not name them.
import { personOfKey } from '@lyceum/identity/mirror/person-key'
import { run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'

/** identity's personErased. */
export async function erasePerson(tx: Tx, _: unknown, { key }: Pick<HandledFact, 'key'>): Promise<void> {
  const person = personOfKey(key)
  for (const table of [
    'notifications',
    'notification_counts',
    'waiting',
    'mails',
    'preferences',
    'refused_addresses',
    'push_devices',
    'bulletin_readers',
    'message_recipients',
  ])
    await run(tx, `delete from ${table} where person_id = $1`, person)
  // a job names whom it is for; one that runs finds nothing any more
  await run(tx, `delete from kit.jobs where kind in ('gatherMail', 'gatherPush', 'deliverMissed') and payload->>'person' = $1`, person)
  await run(
    tx,
    `update notifications set sender_id = nullif(sender_id, $1::uuid), about = array_remove(about, $1::uuid),
       mailed = cardinality(array_remove(about[1:mailed], $1::uuid)) + greatest(0, mailed - cardinality(about))
     where sender_id = $1 or about @> array[$1::uuid]`,
    person,
  )
  await run(tx, 'delete from notices where recipient_id = $1 or sender_id = $1 or about = $1', person)
  for (const named of ['recipients', 'without'])
    await run(tx, `update notices set ${named} = array_remove(${named}, $1::uuid) where ${named} @> array[$1::uuid]`, person)
  // the words of a message are in the notifications of those whom it reached
  await run(
    tx,
    `update notifications n set payload = n.payload #- '{params,content}' from messages x
     where x.sender_id = $1 and n.subject_id = x.id and n.type = 'course_message'`,
    person,
  )
  await run(tx, 'delete from messages where sender_id = $1', person)
  await run(tx, 'update bulletins set created_by = null where created_by = $1', person)
}
