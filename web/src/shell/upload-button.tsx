// The top bar's button of running uploads: their count, and folding of the tray.
import { useAtom } from 'jotai'
import { Upload } from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { trayFolded, useUploads } from '../parts/base/uploads/uploads.ts'

export default function UploadButton() {
  const t = useTexts('shell')
  const [folded, setFolded] = useAtom(trayFolded)
  const { open: running, listed } = useUploads()
  if (!listed) return null
  return (
    <IconButton
      label={t('uploads', { count: running })}
      icon={Upload}
      pressed={!folded}
      onClick={() => setFolded(!folded)}
      badge={
        running > 0 && (
          <span
            aria-hidden
            className="tabular absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] leading-none font-semibold text-accent-on"
          >
            {running}
          </span>
        )
      }
    />
  )
}
