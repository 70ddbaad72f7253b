// A file's kind and download in place of a preview, for a file that cannot be shown.
import { Download, FileText, Package, Presentation, Sheet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { call } from '../client.ts'
import { texts, useTexts } from '../i18n.ts'
import { problemText } from '../parts/base/errors/problem-text.ts'
import { invalidate } from '../queries.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Tile } from '../ui/marks/chip.tsx'
import { bytes } from '../ui/format.ts'
import { toast } from '../ui/dialogs/toast.tsx'
import { isKept, type StageProps } from './stage.ts'

const presentations = new Set(['ppt', 'pptx', 'odp', 'uop'])
const spreadsheets = new Set(['xls', 'xlsx', 'ods', 'uos'])
/** Types of uploads that hold items. */
const packaged = new Set<string>(['scorm'])
const PackageContents = lazy(() => Promise.all([import('./package-contents.tsx'), texts('packages')]).then(([module]) => module))
const documents = new Set(['doc', 'docx', 'odt', 'rtf', 'uot', 'uof', 'ofd', 'epub'])

/** Offers the file where its download is allowed, else says that it is not. Teachers read whether students get it. */
export function DownloadFallback({ view, address, teaches, title }: Pick<StageProps, 'view' | 'address' | 'teaches'> & { title: string }) {
  const t = useTexts('viewer')
  const extension = /\.([^.]+)$/.exec(view.name)?.[1]?.toLowerCase() ?? ''
  const isPackage = packaged.has(view.type)
  const [icon, kind] = isPackage
    ? ([Package, ''] as const)
    : presentations.has(extension)
      ? ([Presentation, t('kind.presentation')] as const)
      : spreadsheets.has(extension)
        ? ([Sheet, t('kind.spreadsheet')] as const)
        : ([FileText, documents.has(extension) ? t('kind.document') : ''] as const)
  const what = [kind, extension.toUpperCase(), bytes(view.size)]
  return (
    <div className="m-auto flex max-w-[460px] flex-col items-center gap-2 p-6 text-center">
      <Tile tone="info" icon={icon} size={48} />
      <p className="mt-1 text-section font-semibold break-words [overflow-wrap:anywhere]">{view.name}</p>
      <p className="text-small text-text-2">{what.filter(Boolean).join(' · ')}</p>
      {isPackage ? (
        <Suspense>
          <PackageContents upload={view.id} grant={view.grant} />
        </Suspense>
      ) : (
        <p className="text-small text-text-2">{isKept(view) ? t('notStripped') : title}</p>
      )}
      {isKept(view) ? null : view.download && view.urls.file ? (
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
        <p className="text-small font-medium">{t('downloadOff')}</p>
      )}
      {teaches && !isKept(view) && <OfStudents view={view} />}
    </div>
  )
}

function OfStudents({ view: { id, allow_download } }: Pick<StageProps, 'view'>) {
  const t = useTexts('viewer')
  if (allow_download) return <p className="text-small text-text-2">{t('studentsDownload')}</p>
  const allow = () =>
    call('PUT /api/uploads/:id', { params: { id }, body: { allow_download: true } }).then(
      () => invalidate('GET /api/uploads/:id/view', 'GET /api/activities/:id'),
      (error: unknown) => void toast({ text: problemText(error), error: true }),
    )
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 text-small text-warn-text">
      {t('studentsGetNothing')}
      <Button variant="link" onClick={() => void allow()}>
        {t('allowDownload')}
      </Button>
    </p>
  )
}
