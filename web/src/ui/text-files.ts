// Files on their way into the texts of a dialog or a page, where its editors register them: until they have arrived nothing saves the text without
// them, and leaving it asks.
import { createContext, useCallback, useState } from 'react'
import { useTexts } from '../i18n.ts'
import type { OnTheirWay } from './editor/editor-uploads.ts'

type Register = (editor: string, files: OnTheirWay) => void
/** The registry of an editor's files; undefined: there is none. */
export const TextFiles = createContext<Register | undefined>(undefined)
/** Why the primary buttons are off. */
export const PrimaryOff = createContext<string | undefined>(undefined)

/** Of all editors below the provider of `register`. */
export function useTextFiles(): OnTheirWay & { register: Register; off: string | undefined } {
  const t = useTexts('ui')
  const [editors, setEditors] = useState<ReadonlyMap<string, OnTheirWay>>(new Map())
  const register = useCallback<Register>((editor, files) => {
    const isNone = files.sending + files.failed === 0
    setEditors((before) => {
      if (isNone && !before.has(editor)) return before
      const next = new Map(before)
      if (isNone) next.delete(editor)
      else next.set(editor, files)
      return next
    })
  }, [])
  const sum = (count: 'sending' | 'failed') => [...editors.values()].reduce((total, files) => total + files[count], 0)
  const [sending, failed] = [sum('sending'), sum('failed')]
  return { sending, failed, register, off: failed > 0 ? t('textFileFailed') : sending > 0 ? t('textFileSending') : undefined }
}
