// A number.
import { Hash } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { NumericalAnswer } from './answer.tsx'

export const numerical: Definition<'numerical'> = {
  icon: Hash,
  Answer: NumericalAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ accepted: [first] }) => (first ? { text: first.value } : null),
  fresh: () => ({ content: {}, key: { accepted: [{ value: '', tolerance: '0', percent: '100' }] } }),
}
