// The files that papers hold: nobody deletes a picture that an exam shows.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { FilesHeldSchema } from '@lyceum/proto/activity'
import { holdFiles } from '@lyceum/upload/mirror/held-files'
import { uploadsIn, uploadsInSections } from './kept-papers.ts'
import { type PaperRow, versionsOf } from './paper-row.ts'

export async function holdPaperFiles(tx: Tx, row: PaperRow): Promise<void> {
  const found = await rows<{ type: never; stem: string; content: Record<string, unknown> }>(
    tx,
    'select type, stem, content from question_versions where id = any($1)',
    versionsOf(row.sections),
  )
  const uploadIds = [...new Set([...uploadsInSections(row.sections), ...found.flatMap(uploadsIn)])]
  await holdFiles(tx, FilesHeldSchema, [
    {
      holder: `paper:${row.id}`,
      orgId: row.org_id,
      courseId: row.course_id,
      uploadIds,
      hold: true,
      byRight: false,
      version: BigInt(row.version),
    },
  ])
}
