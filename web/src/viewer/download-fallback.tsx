// Download in place of a preview, for a file that cannot be shown.
import { Download, FileText } from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { buttonLook } from '../ui/button.tsx'
import { bytes } from '../ui/format.ts'
import type { StageProps } from './stage.ts'

/** Offers the file where its download is allowed, else says that it is not. */
export function DownloadFallback({ view, address, title }: Pick<StageProps, 'view' | 'address'> & { title: string }) {
  const t = useTexts('viewer')
  return (
    <div className="m-auto max-w-[420px] space-y-2 p-6 text-center">
      <FileText aria-hidden size={32} strokeWidth={1.5} className="mx-auto text-text-3" />
      <p className="text-section font-semibold">{title}</p>
      <p className="text-small break-all text-text-2">
        {view.name} · {bytes(view.size)}
      </p>
      {view.download && view.urls.file ? (
        <a
          href={`${address(view.urls.file)}?download=true`}
          download={view.name}
          data-action="upload.download"
          className={`${buttonLook('primary')} mt-2`}
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
          {t('download')}
        </a>
      ) : (
        <p className="text-small text-text-2">{t('downloadOff')}</p>
      )}
    </div>
  )
}
