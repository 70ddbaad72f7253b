// Material: one or several files, shown in the previewer or downloaded.
import { FileText } from 'lucide-react'
import { lazy } from 'react'
import { bytes } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'
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
  View: lazy(() => import('./view.tsx')),
  Waiting: FileWaiting,
  Work: lazy(() => import('../../parts/activity/readers.tsx')),
  form: () => import('./form.tsx'),
}
