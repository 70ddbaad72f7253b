// An activity of a type that this page does not know: of a later release, or not built.
import { Shapes } from 'lucide-react'
import { lazy } from 'react'
import { TextWaiting } from '../../parts/learning/activity/text-waiting.tsx'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

export const unknownType: Definition = {
  icon: Shapes,
  tone: 'neutral',
  about: (_, say) => say('unknownType'),
  ...reading,
  View: lazy(() => import('./view.tsx')),
  Guest: lazy(() => import('./view.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => import('../../parts/learning/activity-actions/readers.tsx')),
}
