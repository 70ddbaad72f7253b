// The popup of an import: a file is chosen, what is in it is looked at, then it is taken over.
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { useAttempt } from '../../base/errors/use-attempt.ts'

type Props<P> = {
  title: string
  text: string
  width: 720 | 900
  file: { title: string; help: string; accept: string }
  /** The content of the file, or the reason why it is not read. */
  look: (file: File) => Promise<P | string>
  /** The entries to take over, as a number and as the text of the button. */
  chosen: (found: P) => { count: number; text: string }
  /** Takes it over and closes the popup. */
  bring: (found: P) => Promise<void>
  onClose: () => void
  children: (found: P) => ReactNode
}

export function ImportFrame<P extends object>({ title, text, width, file, look, chosen, bring, onClose, children }: Props<P>) {
  const t = useTexts('calendar')
  const [found, setFound] = useState<P>()
  const { busy, problem, setProblem, attempt } = useAttempt()
  const read = (one: File | undefined) =>
    one &&
    attempt(async () => {
      const answer = await look(one)
      if (typeof answer === 'string') setProblem(answer)
      else setFound(answer)
    })
  const those = found && chosen(found)
  return (
    <Dialog
      open
      top
      onClose={onClose}
      width={width}
      title={title}
      description={text}
      footer={
        found &&
        those && (
          <>
            <Button variant="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              variant="primary"
              busy={busy}
              off={those.count === 0 ? t('importNone') : undefined}
              onClick={() => attempt(() => bring(found))}
            >
              {those.text}
            </Button>
          </>
        )
      }
    >
      <div className="space-y-3">
        {!found && <FileDrop {...file} buttonLabel={t('chooseFile')} multiple={false} busy={busy} onFiles={(files) => read(files[0])} />}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        {found && children(found)}
      </div>
    </Dialog>
  )
}
