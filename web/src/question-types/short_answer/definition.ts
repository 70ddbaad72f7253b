// A word or a short line.
import { Type } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { ShortAnswerAnswer } from './answer.tsx'

export const shortAnswer: Definition<'short_answer'> = {
  icon: Type,
  Answer: ShortAnswerAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ accepted: [first] }) => (first ? { text: first.text } : null),
  fresh: () => ({ content: {}, key: { accepted: [{ text: '', percent: '100' }] } }),
}
