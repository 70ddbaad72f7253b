import { CircleAlert, FileText, FileVideo2, X } from 'lucide-react'
import { useState } from 'react'
import { type Refusal, sort } from '../../parts/uploads/file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { Tile } from '../../ui/chip.tsx'
import { Select } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { bytes } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { UploadProgress } from '../../parts/uploads/upload-progress.tsx'
import type { useUpload } from '../../parts/uploads/uploads.ts'
import type { NewType } from './adding.ts'

const accepted: Record<Exclude<NewType, 'page'>, { accept: string; extensions: readonly string[] | undefined }> = {
  online_video: {
    accept: 'video/*,audio/*,.mkv,.flv',
    extensions: [
      'mp4',
      'm4v',
      'mov',
      'avi',
      'mkv',
      'webm',
      'wmv',
      'flv',
      'mpg',
      'mpeg',
      'ts',
      'ogv',
      '3gp',
      'mp3',
      'm4a',
      'aac',
      'wav',
      'ogg',
      'oga',
      'opus',
      'flac',
      'wma',
    ],
  },
  material: { accept: '', extensions: undefined },
}

/** Dropping or choosing a file, or taking one of my files. What cannot be taken says why before a byte is sent. */
export function FileChoice({
  type,
  item,
  onFile,
  onDrop,
  mine,
  onMine,
  choices,
  fault,
}: {
  type: NewType
  item: ReturnType<typeof useUpload>
  onFile: (file: File) => void
  onDrop: () => void
  mine: string
  onMine: (id: string) => void
  choices: readonly { id: string; name: string }[]
  fault: string | undefined
}) {
  const t = useTexts('course')
  const say = useTexts('upload')
  const [refused, setRefused] = useState<Refusal[]>([])
  const rules = type === 'page' ? accepted.material : accepted[type]
  const take = (files: File[]) => {
    const { fine, refused: not } = sort(files, rules.extensions ? { extensions: rules.extensions } : {})
    setRefused(not)
    if (fine[0]) onFile(fine[0])
  }
  return (
    <div className="space-y-3">
      {item ? (
        <div className="flex items-center gap-3 rounded-card border border-line p-3">
          <Tile tone={type === 'online_video' ? 'accent' : 'info'} icon={type === 'online_video' ? FileVideo2 : FileText} />
          <div className="min-w-0 flex-1">
            <p className="flex justify-between gap-3 text-body font-medium">
              <span className="truncate">{item.name}</span>
              <span className="tabular shrink-0 text-small font-normal text-text-3">{bytes(item.size)}</span>
            </p>
            <UploadProgress item={item} />
          </div>
          <IconButton label={t('otherFile')} icon={X} size="sm" onClick={onDrop} />
        </div>
      ) : (
        !mine && (
          <FileDrop
            title={t(type === 'online_video' ? 'dropVideo' : 'dropFile')}
            help={t(type === 'online_video' ? 'dropVideoHelp' : 'dropFileHelp')}
            buttonLabel={t('chooseFile')}
            accept={rules.accept}
            multiple={false}
            onFiles={take}
          />
        )
      )}
      {refused.map((one) => (
        <Fault key={one.name} text={`${one.name}: ${say(one.code, one.params as Record<string, string>)}`} />
      ))}
      {fault && refused.length === 0 && <Fault text={fault} />}
      {!item && choices.length > 0 && (
        <Select
          label={t('orMine')}
          value={mine}
          onChange={onMine}
          options={[{ value: '', label: t('none') }, ...choices.map((one) => ({ value: one.id, label: one.name }))]}
        />
      )}
    </div>
  )
}

const Fault = ({ text }: { text: string }) => (
  <p role="alert" className="flex items-start gap-1.5 text-caption text-bad-text">
    <CircleAlert aria-hidden size={14} strokeWidth={2} className="mt-px shrink-0" />
    {text}
  </p>
)
