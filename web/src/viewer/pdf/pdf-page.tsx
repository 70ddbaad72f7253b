// Page of a PDF: a canvas, with an invisible text layer over it for screen readers, search and copying.
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { firstPictures, type PDFDocumentProxy, type RenderTask } from './open-pdf.ts'
import { useNearViewport } from './use-near-viewport.ts'
import './pdf.css'

type Size = { width: number; height: number }

/** An empty sheet of the page's size until it is near the viewport, then rendered. */
export function PdfPage({
  doc,
  number,
  size,
  scale,
  rotation,
  root,
  label,
  onSize,
  onText,
  layer,
}: {
  doc: PDFDocumentProxy
  number: number
  size: Size
  scale: number
  /** Degrees clockwise, added to the page's own rotation. */
  rotation: number
  root: RefObject<HTMLDivElement | null>
  label: string
  onSize: (size: Size) => void
  /** The text layer is rendered, or (undefined) removed. */
  onText: (textLayer: HTMLElement | undefined) => void
  /** Drawn over the page, while it is near. */
  layer?: ReactNode
}) {
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const textLayer = useRef<HTMLDivElement>(null)
  // the picture of a first page that was rendered ahead stands until its sharp one is there
  const picture = number === 1 && rotation === 0 ? firstPictures.get(doc) : undefined
  const near = useNearViewport(sheet, root, 600, picture !== undefined)
  useLayoutEffect(() => {
    const target = canvas.current
    if (!picture || !target) return
    target.width = picture.width
    target.height = picture.height
    target.getContext('2d')?.drawImage(picture, 0, 0)
  }, [picture])

  useEffect(() => {
    if (!near) return
    let alive = true
    let renderTask: RenderTask | undefined
    void (async () => {
      const page = await doc.getPage(number)
      const angle = (page.rotate + rotation) % 360
      const natural = page.getViewport({ scale: 1, rotation: angle })
      if (!alive) return
      onSize({ width: natural.width, height: natural.height })
      const target = canvas.current
      const viewport = page.getViewport({ scale, rotation: angle })
      if (!target) return
      // At most 16 million pixels: a limit of browsers, and of a phone's memory.
      const pixelRatio = Math.min(window.devicePixelRatio || 1, 2, Math.sqrt(16e6 / (viewport.width * viewport.height)))
      // drawn aside, so that what stands there stays until the new picture is whole
      const drawn = document.createElement('canvas')
      drawn.width = Math.floor(viewport.width * pixelRatio)
      drawn.height = Math.floor(viewport.height * pixelRatio)
      renderTask = page.render({ canvas: drawn, viewport: page.getViewport({ scale: scale * pixelRatio, rotation: angle }) })
      await renderTask.promise
      if (!alive) return
      target.width = drawn.width
      target.height = drawn.height
      target.getContext('2d')?.drawImage(drawn, 0, 0)
      target.dataset.drawn = 'true'
      const [content, { TextLayer }] = await Promise.all([page.getTextContent(), import('pdfjs-dist/legacy/build/pdf.min.mjs')])
      if (!alive || !textLayer.current) return
      textLayer.current.replaceChildren()
      textLayer.current.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({ textContentSource: content, container: textLayer.current, viewport }).render()
      if (alive && textLayer.current) onText(textLayer.current)
    })().catch(() => {
      // Rendering was cancelled, or this page is broken: the sheet stays empty, the other pages are unaffected.
    })
    return () => {
      alive = false
      renderTask?.cancel()
      // Far pages are dropped: a thousand of them would fill the memory.
      textLayer.current?.replaceChildren()
      onText(undefined)
    }
  }, [doc, number, scale, rotation, near])

  return (
    <div
      ref={sheet}
      data-page={number}
      role="group"
      aria-label={label}
      style={{ width: size.width * scale, height: size.height * scale }}
      className="relative bg-[#fff] shadow-popover"
    >
      {near && <canvas ref={canvas} aria-hidden className="size-full" />}
      <div ref={textLayer} className="pdf-words absolute inset-0 overflow-hidden" />
      {near && layer}
    </div>
  )
}
