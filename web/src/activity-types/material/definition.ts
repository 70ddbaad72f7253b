// Material: one or several files, shown in the previewer or downloaded.
import { FileText } from 'lucide-react'
import { lazy } from 'react'
import type { ActivityRow } from '../../parts/learning/course/content.ts'
import { bytes, date } from '../../ui/format.ts'
import type { Definition, KindTexts } from '../definition.ts'
import { asksToRead, isRead, reading } from '../reading.ts'
import { FileWaiting } from './waiting.tsx'

export const material: Definition = {
  icon: FileText,
  tone: 'info',
  about({ uploads }, say) {
    const [file] = uploads
    const kind = say('type.material')
    if (!file) return kind
    if (uploads.length > 1) return say('kindAnd', { kind, what: say('files', { count: uploads.length }) })
    const extension = file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase() : kind
    return say('kindAnd', { kind: extension, what: bytes(file.size) })
  },
  ...reading,
  result(activity, say) {
    const { my, completion_criterion: criterion, uploads = [] } = activity
    if (asksToRead(criterion)) return my.read_at ? say('openedOn', { date: date(my.read_at) }) : reading.result(activity, say)
    return (criterion?.kind === 'read_pages' && my.percent > 0 && pagesText(my, uploads, say)) || reading.result(activity, say)
  },
  progress(activity, say) {
    const { my, completion_criterion: criterion, uploads } = activity
    if (asksToRead(criterion)) return say(isRead(my) ? 'opened' : 'notOpened')
    return (criterion.kind === 'read_pages' && pagesText(my, uploads, say)) || reading.progress(activity, say)
  },
  comments: true,
  View: lazy(() => import('./view.tsx')),
  Guest: lazy(() => import('../../parts/learning/activity/guest-files.tsx')),
  Waiting: FileWaiting,
  Work: lazy(() => import('../../parts/learning/activity-actions/readers.tsx')),
  replaces: 'keeps',
  form: () => import('./form.tsx'),
}

/** “Read: 7 of 12 pages”. Undefined where the pages are not known, and for who was done before they were asked for. */
function pagesText(
  { pages_read = 0, completed }: Partial<ActivityRow['my']>,
  uploads: ActivityRow['uploads'],
  say: KindTexts,
): string | undefined {
  const documents = uploads.filter(({ type }) => type === 'document')
  if (documents.length === 0 || documents.some(({ pages }) => pages === null)) return undefined
  const count = documents.reduce((sum, { pages }) => sum + (pages ?? 0), 0)
  if (completed && pages_read < count) return undefined
  return say('pagesRead', { read: Math.min(pages_read, count), count })
}
