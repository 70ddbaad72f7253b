// Learning activity: something to do that is described in a text, outside this product or in it.
import { Layers } from 'lucide-react'
import { lazy } from 'react'
import { TextWaiting } from '../../parts/activity/text-waiting.tsx'
import type { Definition } from '../definition.ts'
import { reading } from '../reading.ts'

export const learningActivity: Definition = {
  icon: Layers,
  tone: 'info',
  about: (_, say) => say('type.learning_activity'),
  ...reading,
  View: lazy(() => import('./view.tsx')),
  Waiting: TextWaiting,
  Work: lazy(() => import('../../parts/activity/readers.tsx')),
  form: () => import('./form.tsx'),
}
