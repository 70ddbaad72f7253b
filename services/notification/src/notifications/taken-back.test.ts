// Tests of notices of decisions that were taken back before their delivery, in one batch of facts and in several.
import { plain } from '@lyceum/kit/database/database'
import { beginBatch, writeGathered } from '@lyceum/kit/facts/gathered'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registry } from '../registry/registry.ts'
import { nextVersion, org, type TestNotifications, testNotifications } from '../test/notification-facts.ts'
import { recordNotice } from './notices.ts'
import { endSharingNotices } from './taken-back.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
})
afterAll(() => env?.stop())

const [sharer, group] = [newId(), newId()]
type Decision = { status: 'agree' | 'reject' | 'wait'; time: Date; upload: string }
/** The facts of decisions over a share, as one batch. */
async function decided(...decisions: Decision[]): Promise<void> {
  const tx = plain(env.database)
  beginBatch(tx)
  for (const { status, time, upload } of decisions) {
    const data = {
      uploadId: upload,
      orgId: org,
      groupId: group,
      personId: sharer,
      auditStatus: status,
      name: 'Tides.pdf',
      version: nextVersion(),
    }
    const meta = { id: newId(), type: '', key: `upload:${upload}`, org, actor: newId(), time, rebuilding: false, mayNotify: true }
    for (const type of ['sharing_agreed', 'sharing_rejected'] as const) await recordNotice(tx, type, registry[type]!, data as never, meta)
    await endSharingNotices(tx, data as never, meta)
  }
  await writeGathered(tx)
}
const noticesOf = async (upload: string) =>
  (await env.database.query('select type from notices where about = $1 order by type', [upload])).rows.map(({ type }) => type)
const [one, two] = [newId(), newId()]
const at = (milliseconds: number) => new Date(Date.now() + milliseconds)

test('a decision that is taken back in the batch of another share that waits notifies nobody', async () => {
  await decided(
    { status: 'wait', time: at(0), upload: one },
    { status: 'reject', time: at(1), upload: two },
    { status: 'wait', time: at(2), upload: two },
  )
  expect(await noticesOf(two)).toEqual([])
})

test('of decisions within one millisecond the last one notifies, in one batch and in several', async () => {
  const [id, other, time] = [newId(), newId(), at(0)]
  await decided({ status: 'agree', time, upload: id }, { status: 'reject', time, upload: id })
  expect(await noticesOf(id)).toEqual(['sharing_rejected'])
  await decided({ status: 'agree', time, upload: other })
  expect(await noticesOf(other)).toEqual(['sharing_agreed'])
  await decided({ status: 'wait', time, upload: other })
  expect(await noticesOf(other)).toEqual([])
})
