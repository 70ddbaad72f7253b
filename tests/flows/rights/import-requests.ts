// The requests of import's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import { until } from '@lyceum/kit/test/wait'
import type { School } from '../school.ts'
import { send } from '../send.ts'
import type { Request } from './request.ts'

const file = { name: 'tides.gift', content: Buffer.from('Spring tides come at new moon.{T}').toString('base64') }
const nobodys: Request = () => ({ params: { id: `import.${newId()}` } })

/** A register of nobody: no owner is asked about it. */
const register = Buffer.from('id,name\n')
const roster: Request = async ({ who }) => ({
  body: { kind: 'people', mode: 'whole', upload_ids: [who ? (await send(who, 'people.csv', register)).id : newId()] },
})
/** A checked import of each school. */
const imports = new Map<string, Promise<string>>()
const importOf = (school: School): Promise<string> => imports.get(school.id) ?? imports.set(school.id, makeImport(school)).get(school.id)!
async function makeImport(school: School): Promise<string> {
  const admin = await school.signIn('admin')
  const { id: upload } = await send(admin, 'people.csv', register)
  const { id } = await admin.call('POST /api/data-import', { body: { kind: 'people', mode: 'whole', upload_ids: [upload] } })
  await until(async () => (await admin.call('GET /api/data-import/:id', { params: { id } })).state !== 'checking', 60_000)
  return id
}
const ofImport =
  (more: object = {}): Request =>
  async ({ home }) => ({ params: { id: await importOf(home) }, ...more })

export const importRequests: Record<string, Request> = {
  'POST /api/question-imports/preview': () => ({ body: file }),
  'POST /api/question-imports': () => ({ body: { ...file, bank_id: newId() } }),
  'GET /api/question-imports/:id/items': nobodys,
  'POST /api/courses/:id/attendance/export': ({ place }) => ({ params: { id: place.course }, body: { format: 'csv' } }),
  'POST /api/question-exports': () => ({ body: { bank_id: newId(), format: 'gift' } }),
  'GET /api/question-exports/:id/file': nobodys,
  'POST /api/data-import/preview': async (tried) => {
    const { body } = await roster(tried)
    const { mode: _, ...look } = body as { mode: string }
    return { body: look }
  },
  'POST /api/data-import': roster,
  'GET /api/data-import/:id': ofImport(),
  'GET /api/data-import/:id/lines': ofImport(),
  // a version that nobody has seen: refused after the rights
  'POST /api/data-import/:id/apply': ofImport({ body: { version: 0 } }),
  'POST /api/data-import/:id/undo': ofImport({ body: { version: 0 } }),
  'DELETE /api/data-import/:id': ofImport({ query: { version: '0' } }),
  ...Object.fromEntries(
    ['departments', 'people', 'courses', 'enrolments'].map((kind) => [`GET /api/roster/${kind}`, () => ({ query: { source: 'sis' } })]),
  ),
  'POST /api/exports': () => ({ body: { kind: 'list', name: 'x.csv', rows: 1 } }),
  'POST /api/users/exports': () => ({ body: { format: 'csv' } }),
  'POST /api/data-import/exports': () => ({ body: { kind: 'oneroster' } }),
  'GET /api/data-import/templates/:kind': () => ({ params: { kind: 'people' } }),
}
