// One page of a PDF, as large as its place, with its words for screen readers.
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Bone, Failed } from '../../../ui/states.tsx'
import { openPdf, type PDFDocumentProxy } from '../../../viewer/pdf/open-pdf.ts'
import { PdfPage } from '../../../viewer/pdf/pdf-page.tsx'

/** Share of the window's height that a slide may have. */
const highest = 0.72
const nothing = () => {}

/** `onCount` gets the number of its pages. */
export default function Slide({ source, page, onCount = nothing }: { source: string; page: number; onCount?: (count: number) => void }) {
  const t = useTexts('inclass')
  const [doc, setDoc] = useState<PDFDocumentProxy>()
  const [failedAt, setFailedAt] = useState<number>()
  const [tries, setTries] = useState(0)
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [width, setWidth] = useState(0)
  const frame = useRef<HTMLDivElement>(null)
  /** Empty: the window itself. */
  const viewport = useRef<HTMLDivElement>(null)
  const latest = useRef(onCount)
  latest.current = onCount
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    const aborter = new AbortController()
    setFailedAt(undefined)
    openPdf(source, aborter.signal).then(
      (opened) => {
        if (aborter.signal.aborted) return
        latest.current(opened.numPages)
        setDoc(opened)
      },
      () => {
        if (!aborter.signal.aborted) setFailedAt(Date.now())
      },
    )
    return () => {
      aborter.abort()
      setDoc(undefined)
    }
  }, [source, tries])
  useEffect(() => {
    if (!frame.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  const number = Math.min(page, doc?.numPages ?? page)
  useEffect(() => {
    let current = true
    void doc?.getPage(number).then((opened) => {
      const { width: natural, height } = opened.getViewport({ scale: 1 })
      if (current) setSize({ width: natural, height })
    }, nothing)
    return () => {
      current = false
    }
  }, [doc, number])
  const scale = size ? Math.min(width / size.width, (window.innerHeight * highest) / size.height) : 0
  return (
    <div ref={frame} className="flex w-full justify-center">
      {failedAt !== undefined ? (
        <Failed title={t('slideFailed')} at={timeWithSeconds(failedAt)} onRetry={() => setTries(tries + 1)} />
      ) : doc && size && scale > 0 ? (
        <PdfPage
          key={number}
          doc={doc}
          number={number}
          size={size}
          scale={scale}
          rotation={0}
          root={viewport}
          label={t('slideOf', { page: number, pages: doc.numPages })}
          onSize={nothing}
          onText={nothing}
        />
      ) : (
        <Bone className="h-64 w-full" />
      )}
    </div>
  )
}
