// The code editor as a dialog; CodeMirror loads when it is opened.
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../button.tsx'
import { CodeEditor } from './code-editor.tsx'
import type { CodeLanguage } from '../text/code-languages.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { LanguageOfCode } from './language-of-code.tsx'

export type Program = { code: string; language: CodeLanguage }

export function CodeDialog({ start, onSave, onClose }: { start: Program; onSave: (program: Program) => void; onClose: () => void }) {
  const t = useTexts('editor')
  const [code, setCode] = useState(start.code)
  const [language, setLanguage] = useState(start.language)
  const [submitted, setSubmitted] = useState(false)
  const isEmpty = code.trim() === ''
  const save = () => {
    setSubmitted(true)
    if (!isEmpty) onSave({ code: code.trimEnd(), language })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('codeBlock')}
      width={720}
      top
      changed={code !== start.code}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" onClick={save}>
            {t(start.code ? 'change' : 'insert')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <LanguageOfCode value={language} onChange={setLanguage} className="max-w-60" />
        <CodeEditor
          label={t('code')}
          value={code}
          onChange={setCode}
          language={language}
          minHeight={240}
          help={t('codeKeys')}
          error={submitted && isEmpty ? t('codeEmpty') : undefined}
        />
      </div>
    </Dialog>
  )
}
