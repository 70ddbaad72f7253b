// Choice of an activity's file: a new one by drop or picker, or one of my files.
import { CircleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { Definition } from '../../activity-types/definition.ts'
import type { FileRules } from '../../activity-types/form.ts'
import { type Refusal, partition } from '../uploads/file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Tile } from '../../ui/chip.tsx'
import { Select } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { bytes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { UploadProgress } from '../uploads/upload-progress.tsx'
import { useRefusalText } from '../uploads/refusal-text.ts'
import { useNotShown } from '../uploads/upload-rules.ts'
import type { useUpload } from '../uploads/uploads.ts'

/** A file that cannot be accepted shows the reason before any byte is sent. */
export function FileChoice({
  look,
  rules,
  item,
  onFile,
  onRemove,
  ownFileId,
  onOwnFile,
  ownFiles,
  fault,
}: {
  look: Pick<Definition, 'icon' | 'tone'>
  rules: FileRules
  item: ReturnType<typeof useUpload>
  onFile: (file: File) => void
  onRemove: () => void
  ownFileId: string
  onOwnFile: (id: string) => void
  ownFiles: readonly { id: string; name: string; size: number }[]
  fault: string | undefined
}) {
  const t = useTexts('course')
  const refusalText = useRefusalText()
  const chosen = item ?? ownFiles.find(({ id }) => id === ownFileId)
  const isNotShown = useNotShown(chosen !== undefined)
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const chooseFirst = (files: File[]) => {
    const { accepted, refused } = partition(files, rules.extensions ? { extensions: rules.extensions } : {})
    setRefusals(refused)
    if (accepted[0]) onFile(accepted[0])
  }
  return (
    <div className="space-y-3">
      {item ? (
        <div className="flex items-center gap-3 rounded-card border border-line p-3">
          <Tile tone={look.tone} icon={look.icon} />
          <div className="min-w-0 flex-1">
            <p className="flex justify-between gap-3 text-body font-medium">
              <span className="truncate">{item.name}</span>
              <span className="tabular shrink-0 text-small font-normal text-text-3">{bytes(item.size)}</span>
            </p>
            <UploadProgress item={item} />
          </div>
          <IconButton label={t('otherFile')} icon={X} size="sm" onClick={onRemove} />
        </div>
      ) : (
        !ownFileId && (
          <FileDrop
            title={t(rules.drop)}
            help={t(rules.dropHelp)}
            buttonLabel={t('chooseFile')}
            accept={rules.accept}
            multiple={false}
            onFiles={chooseFirst}
          />
        )
      )}
      {refusals.map((refusal) => (
        <Fault key={refusal.name} text={`${refusal.name}: ${refusalText.file(refusal)}`} />
      ))}
      {fault && refusals.length === 0 && <Fault text={fault} />}
      {!item && ownFiles.length > 0 && (
        <Select
          label={t('orMine')}
          value={ownFileId}
          onChange={onOwnFile}
          options={[{ value: '', label: t('none') }, ...ownFiles.map((file) => ({ value: file.id, label: file.name }))]}
        />
      )}
      {chosen && isNotShown(chosen) && <Banner tone="info">{t('notShown')}</Banner>}
    </div>
  )
}

const Fault = ({ text }: { text: string }) => (
  <p role="alert" className="flex items-start gap-1.5 text-caption text-bad-text">
    <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
    {text}
  </p>
)
