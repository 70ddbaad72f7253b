// Page: a text with pictures, read in place.
import { BookOpenText } from 'lucide-react'
import { lazy } from 'react'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

export const page: Definition = {
  icon: BookOpenText,
  tone: 'info',
  about: (_, say) => say('type.page'),
  ...reading,
  comments: true,
  View: lazy(() => import('./view.tsx')),
  Guest: lazy(() => import('../../parts/learning/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => import('../../parts/learning/activity-actions/readers.tsx')),
  written: true,
  form: () => import('./form.tsx'),
}
