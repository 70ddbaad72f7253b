// The requests of import's calls in the rights matrix.
import { newId } from '@lyceum/kit/ids'
import type { Request } from './request.ts'

const file = { name: 'tides.gift', content: Buffer.from('Spring tides come at new moon.{T}').toString('base64') }
const nobodys: Request = () => ({ params: { id: `import.${newId()}` } })

export const importRequests: Record<string, Request> = {
  'POST /api/question-imports/preview': () => ({ body: file }),
  'POST /api/question-imports': () => ({ body: { ...file, bank_id: newId() } }),
  'GET /api/question-imports/:id/items': nobodys,
  'POST /api/question-exports': () => ({ body: { bank_id: newId(), format: 'gift' } }),
  'GET /api/question-exports/:id/file': nobodys,
}
