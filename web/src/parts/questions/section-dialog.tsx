// Dialog of a section of a paper: title, text before its questions, its own order for everybody.
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { RichTextEditor } from '../../ui/rich-text-editor.tsx'
import { pictureSource } from '../rich-text/picture-sources.ts'
import { uploadTextFile } from '../rich-text/pictures.ts'
import type { Section } from './paper-draft.ts'
import { usePaperFiles } from './paper-files.ts'

export default function SectionDialog({
  activity,
  version,
  section,
  onDone,
  onClose,
}: {
  activity: string
  /** Of the paper. */
  version: number
  section: Section | undefined
  onDone: (part: Pick<Section, 'title' | 'text' | 'shuffle'>) => void
  onClose: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const files = usePaperFiles(activity, String(version))
  const [title, setTitle] = useState(section?.title ?? '')
  const [text, setText] = useState(section?.text ?? '')
  const [shuffle, setShuffle] = useState(section?.shuffle ?? false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editSection')}
      width={720}
      changed={title !== (section?.title ?? '') || text !== (section?.text ?? '')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" onClick={() => onDone({ title, text, shuffle })}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <TextField label={t('sectionTitle')} value={title} onChange={setTitle} maxLength={200} />
        <RichTextEditor
          // its pictures are drawn once
          key={String(files !== undefined && picturesIn(section?.text ?? '').length > 0)}
          label={t('sectionText')}
          value={text}
          onChange={setText}
          placeholder={t('sectionTextHelp')}
          uploadFile={uploadTextFile}
          pictureSource={(upload) => files?.addresses.get(upload) ?? pictureSource(upload)}
          minHeight={100}
        />
        <Checkbox label={t('sectionShuffle')} checked={shuffle} onChange={setShuffle} />
      </div>
    </Dialog>
  )
}
