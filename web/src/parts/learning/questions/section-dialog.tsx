// Dialog of a section of a paper: title, text before its questions, its own order for everybody. Until it is applied it has a draft on the device;
// then it is saved with the paper.
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import { plainText } from '../forms/text-offers.ts'
import { DraftNote } from '../../base/drafts/draft-note.tsx'
import { useDraft } from '../../base/drafts/use-draft.ts'
import { pictureSource } from '../../base/rich-text/picture-sources.ts'
import { uploadTextFile } from '../../base/rich-text/pictures.ts'
import type { Section } from './paper-draft.ts'
import { usePaperFiles } from './paper-files.ts'

type Written = Pick<Section, 'title' | 'text' | 'shuffle'>

/** A section has no version: its words stand for one. */
const stampOf = ({ title, text }: Written): number => [...`${title}\n${text}`].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) | 0, 1)

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
  onDone: (part: Written) => void
  onClose: () => void
}) {
  const t = useTexts('exam-work')
  const c = useTexts('course')
  const files = usePaperFiles(activity, String(version))
  const [start] = useState(
    (): Required<Written> => ({ title: section?.title ?? '', text: section?.text ?? '', shuffle: section?.shuffle ?? false }),
  )
  const draft = useDraft('paper-section', `${activity} ${section?.id ?? ''}`, stampOf(start), start, { byItself: true })
  const { title, text, shuffle } = draft.value
  const apply = async () => {
    await draft.discard()
    onDone({ title, text, shuffle })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editSection')}
      width={720}
      changed={draft.unsent}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('cancel')}
          </Button>
          <Button variant="primary" onClick={() => void apply()}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <DraftNote draft={draft} show={(kept) => plainText({ title: kept.title, body: kept.text })} />
        <TextField label={t('sectionTitle')} value={title} onChange={(next) => draft.change({ title: next })} maxLength={200} />
        <RichTextEditor
          // its pictures are drawn once
          key={String(files !== undefined && picturesIn(section?.text ?? '').length > 0)}
          label={t('sectionText')}
          value={text}
          onChange={(next) => draft.change({ text: next })}
          placeholder={t('sectionTextHelp')}
          uploadFile={uploadTextFile}
          pictureSource={(upload) => files?.addresses.get(upload) ?? pictureSource(upload)}
          minHeight={100}
        />
        <Checkbox label={t('sectionShuffle')} checked={shuffle} onChange={(next) => draft.change({ shuffle: next })} />
      </div>
    </Dialog>
  )
}
