// Page: a text with pictures, read in place.
import { BookOpenText } from 'lucide-react'
import { lazy } from 'react'
import { TextWaiting } from '../../parts/activity/text-waiting.tsx'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

export const page: Definition = {
  icon: BookOpenText,
  tone: 'info',
  about: (_, say) => say('type.page'),
  ...reading,
  View: lazy(() => import('./view.tsx')),
  Guest: lazy(() => import('../../parts/activity/guest-text.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => import('../../parts/activity/readers.tsx')),
  written: true,
  form: () => import('./form.tsx'),
}
