// Sends the text of a form that was closed while there was no connection, by the call that the form would have made.
import { CallFailed } from '../../../client.ts'
import { dropLate, type UnsentForm } from '../../../device/connection-state.ts'
import { texts, translate } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { failureOf } from './autosave.ts'

/** `write` sends it and `drop` deletes its draft. Resolves to false where it was refused: its form has to say why. */
export function sendingClosed(
  { form, thing, title }: Pick<UnsentForm, 'form' | 'thing' | 'title'>,
  write: () => Promise<unknown> | undefined,
  drop: () => unknown,
): () => Promise<boolean> {
  let sending: Promise<boolean> | undefined
  const send = async () => {
    try {
      const written = write()
      if (!written) return false
      await written
    } catch (error) {
      // without an answer it stays listed, and can be sent again
      return error instanceof CallFailed && failureOf(error) === 'transient'
    }
    await drop()
    dropLate({ form, thing })
    void queryClient.invalidateQueries()
    await texts('drafts')
    toast({ text: translate('drafts', 'textSent', { title: title ?? '' }) })
    return true
  }
  return () =>
    (sending ??= send().finally(() => {
      sending = undefined
    }))
}
