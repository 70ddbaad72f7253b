// A longer text that a person marks.
import { AlignLeft } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { EssayAnswer } from './answer.tsx'

export const essay: Definition<'essay'> = {
  icon: AlignLeft,
  Answer: EssayAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  fresh: () => ({ content: { format: 'rich' }, key: {} }),
}
