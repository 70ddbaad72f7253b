// The package of lessons of the demo school: its archive is made, sent and added to its course. One that is there already stays.
import { writeFile } from 'node:fs/promises'
import { onceKnown } from './client.ts'
import { archive } from './documents.ts'
import { kept } from './files.ts'
import type { Made } from './make-course.ts'
import { sent } from './send.ts'

export async function addPackage({ teacher, course, given, ground, once }: Made): Promise<void> {
  if (!given.lessons) return
  const { title, module, file, parts } = given.lessons
  const { activities, modules } = await teacher.call('GET /api/courses/:id/content', { params: { id: course } })
  if (activities.some((one) => one.title === title)) return
  const path = await kept(ground.folder, file, (at) => writeFile(at, archive(parts)))
  const upload = await sent(teacher, path, once, { allow_download: false, is_scorm: true })
  const module_id = modules.find((one) => one.name === module)?.id ?? null
  const body = {
    ...{ type: 'scorm' as const, title, module_id, upload_ids: [upload], published: true },
    completion_criterion_key: 'passed',
  }
  await onceKnown([400, 403], () =>
    teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body, ...once('package', title) }),
  )
}
