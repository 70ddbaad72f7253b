// Form of a page: its text alone.
import type { TypeForm } from '../form.ts'

type Values = { body: string }

const form: TypeForm<Values> = {
  text: 'text',
  criteria: ['read', 'by_hand', 'none'],
  fresh: { body: '' },
  of: ({ body }) => ({ body }),
  faults: ({ body }) => (body.trim() === '' ? { body: 'bodyNeeded' } : {}),
  fields: ['body'],
  body: ({ body }) => ({ body }),
}
export default form
