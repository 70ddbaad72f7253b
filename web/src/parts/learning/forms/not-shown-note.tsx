// A note on the chosen files of an activity that the browser cannot show: students download them, or get nothing of them.
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { allowDownload } from '../../base/files/download-note.tsx'
import { useNotShown } from '../../base/uploads/upload-rules.ts'
import type { ChosenFile } from './use-chosen-files.ts'

/** `download`: what the form gives to all of them; missing: each keeps its own, and a new one that is not shown is downloaded. */
export function NotShownNote({ files, download }: { files: readonly ChosenFile[]; download?: boolean | undefined }) {
  const t = useTexts('course')
  const isNotShown = useNotShown(files.length > 0)
  const [allowed, setAllowed] = useState<ReadonlySet<string>>(new Set())
  const unseen = files.filter((file) => file.file?.type !== 'link' && isNotShown(file))
  const kept = unseen.filter(({ at, file }) => !(download ?? (allowed.has(at) || (file?.allow_download ?? true))))
  const allow = async ({ at, id }: ChosenFile) => {
    if (await allowDownload({ id: id! }, true)) setAllowed((before) => new Set([...before, at]))
  }
  if (unseen.length === 0) return null
  if (kept.length === 0) return <Banner tone="info">{t('notShown')}</Banner>
  return kept.map((file) => (
    <Banner
      key={file.at}
      tone="warn"
      action={
        download === undefined && (
          <Button size="sm" onClick={() => void allow(file)}>
            {t('allowDownload')}
          </Button>
        )
      }
    >
      {t('notShownOff', { name: file.name })}
    </Banner>
  ))
}
