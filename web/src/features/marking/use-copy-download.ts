// The download of a marked copy, whose code comes with the first.
import { useState } from 'react'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import type { CopyOf } from '../../viewer/copy/download-copy.ts'

/** `busy` while the copy is made; a failure is shown as a toast. `download` resolves to whether there is a copy. */
export function useCopyDownload() {
  const [busy, setBusy] = useState(false)
  const download = async (copy: CopyOf) => {
    setBusy(true)
    try {
      const { downloadCopy } = await import('../../viewer/copy/download-copy.ts')
      await downloadCopy(copy)
      return true
    } catch (error) {
      toast({ text: problemText(error), error: true })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, download }
}
