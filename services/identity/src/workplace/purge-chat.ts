// The chat of a purged course: this installation no longer knows it; in the messenger it stays its people's.
import { run, type Tx } from '@lyceum/kit/database/database'
import type { CoursePurged } from '@lyceum/proto/course'

export async function purgeChat(tx: Tx, { orgId, courseId }: CoursePurged): Promise<void> {
  for (const table of ['workplace_chat_people', 'workplace_chats'])
    await run(tx, `delete from ${table} where org_id = $1 and course_id = $2`, orgId, courseId)
}
