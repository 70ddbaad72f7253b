// Files that a person marks.
import { Paperclip } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { FileAnswer } from './answer.tsx'

export const fileQuestion: Definition<'file'> = {
  icon: Paperclip,
  Answer: FileAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  fresh: () => ({ content: { files_most: 1, file_size_mb: 100 }, key: {} }),
}
