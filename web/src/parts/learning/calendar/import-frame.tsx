// The popup of an import: a file is chosen, what is in it is looked at, then it is taken over.
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { useAttempt } from '../../base/errors/use-attempt.ts'
import { useReadFile } from '../../base/table/encoding-choice.tsx'

type Props<P> = {
  title: string
  text: string
  width: 720 | 900
  file: { title: string; help: string; accept: string; largest?: { bytes: number; text: string } }
  /** The content of the file. */
  look: (text: string) => Promise<P>
  /** The entries to take over, as a number and as the text of the button. */
  chosen: (found: P) => { count: number; text: string }
  /** Takes it over and closes the popup. */
  bring: (found: P) => Promise<void>
  onClose: () => void
  /** `again` looks at the same text once more, by what was chosen meanwhile. */
  children: (found: P, again: () => void) => ReactNode
}

export function ImportFrame<P extends object>({ title, text: about, width, file, look, chosen, bring, onClose, children }: Props<P>) {
  const t = useTexts('calendar')
  const [found, setFound] = useState<P>()
  const [text, setText] = useState('')
  const { busy, problem, setProblem, attempt } = useAttempt()
  const show = (content: string) => {
    setText(content)
    void attempt(async () => setFound(await look(content)))
  }
  const { read, readAs } = useReadFile(show)
  const { largest, ...drop } = file
  const open = (one: File | undefined) => {
    if (one && largest && one.size > largest.bytes) setProblem(largest.text)
    else if (one) read(one)
  }
  const those = found && chosen(found)
  return (
    <Dialog
      open
      top
      onClose={onClose}
      width={width}
      title={title}
      description={about}
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
        {!found && <FileDrop {...drop} buttonLabel={t('chooseFile')} multiple={false} busy={busy} onFiles={(files) => open(files[0])} />}
        {readAs}
        {problem && (
          <Banner tone="bad" urgent>
            {problem}
          </Banner>
        )}
        {found && children(found, () => show(text))}
      </div>
    </Dialog>
  )
}
