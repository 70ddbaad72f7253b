// The picture of a vote's question: chosen while the vote is written, sent at once.
import { ImagePlus, X } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../../i18n.ts'
import { UploadProgress } from '../../../parts/base/uploads/upload-progress.tsx'
import type { ChosenFiles } from '../../../parts/learning/forms/use-chosen-files.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Texts of the `upload` feature. */
export function Picture({ chosen }: { chosen: ChosenFiles }) {
  const t = useTexts('votes')
  const input = useRef<HTMLInputElement>(null)
  const [file] = chosen.files
  return (
    <>
      {file ? (
        <div className="flex min-h-11 items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">{file.name}</p>
            {file.item && <UploadProgress item={file.item} />}
          </div>
          <IconButton label={t('removePicture')} icon={X} size="sm" onClick={() => chosen.take(file.at)} />
        </div>
      ) : (
        <Button icon={ImagePlus} onClick={() => input.current?.click()}>
          {t('addPicture')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? []
          currentTarget.value = ''
          if (picture) chosen.send([picture])
        }}
      />
    </>
  )
}
