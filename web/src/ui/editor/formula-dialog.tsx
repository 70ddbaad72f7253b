// The formula editor as a dialog; MathLive loads when it is opened.
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { Switch } from '../fields/checkbox.tsx'
import { Dialog } from '../dialogs/dialog.tsx'
import { isEmptyLatex } from '../text/latex.ts'
import { Bone } from '../states.tsx'

const FormulaInput = lazy(() => import('./formula-input.tsx'))

export type Formula = { latex: string /** On a line of its own. */; block: boolean }

export function FormulaDialog({ start, onSave, onClose }: { start: Formula; onSave: (formula: Formula) => void; onClose: () => void }) {
  const t = useTexts('editor')
  const [latex, setLatex] = useState(start.latex)
  const [block, setBlock] = useState(start.block)
  const [submitted, setSubmitted] = useState(false)
  const isEmpty = isEmptyLatex(latex)
  const save = () => {
    setSubmitted(true)
    if (!isEmpty) onSave({ latex: latex.trim(), block })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('formula')}
      width={560}
      changed={latex !== start.latex}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" onClick={save}>
            {t(start.latex ? 'change' : 'insert')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <Suspense fallback={<Bone className="h-40" />}>
          <FormulaInput value={latex} onChange={setLatex} onEnter={save} error={submitted && isEmpty ? t('latexEmptyTip') : undefined} />
        </Suspense>
        <Switch label={t('ownLine')} checked={block} onChange={setBlock} />
      </div>
    </Dialog>
  )
}
