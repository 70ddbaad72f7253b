import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy, RenderTask } from './open-pdf.ts'
import './pdf.css'

type Size = { width: number; height: number }

/** One page: an empty sheet of its size until it comes near, then a picture with its text over it for reading out, searching and copying. */
export function PdfPage({
  doc,
  number,
  size,
  scale,
  rotation,
  root,
  label,
  onSize,
  onWords,
}: {
  doc: PDFDocumentProxy
  number: number
  size: Size
  scale: number
  /** Degrees to the right, added to the page's own. */
  rotation: number
  root: RefObject<HTMLDivElement | null>
  label: string
  onSize: (size: Size) => void
  /** Its words lie over it now, or (undefined) no more. */
  onWords: (words: HTMLElement | undefined) => void
}) {
  const sheet = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)

  useEffect(() => {
    if (!sheet.current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: root.current,
      rootMargin: '600px 0px',
    })
    watch.observe(sheet.current)
    return () => watch.disconnect()
  }, [root])

  useEffect(() => {
    if (!near) return
    let alive = true
    let drawing: RenderTask | undefined
    void (async () => {
      const page = await doc.getPage(number)
      const turned = (page.rotate + rotation) % 360
      const real = page.getViewport({ scale: 1, rotation: turned })
      if (!alive) return
      onSize({ width: real.width, height: real.height })
      const on = canvas.current
      const view = page.getViewport({ scale, rotation: turned })
      if (!on) return
      // At most 16 million dots: a browser draws no more, and a phone has no memory for it.
      const dense = Math.min(window.devicePixelRatio || 1, 2, Math.sqrt(16e6 / (view.width * view.height)))
      on.width = Math.floor(view.width * dense)
      on.height = Math.floor(view.height * dense)
      drawing = page.render({ canvas: on, viewport: page.getViewport({ scale: scale * dense, rotation: turned }) })
      await drawing.promise
      const [content, { TextLayer }] = await Promise.all([page.getTextContent(), import('pdfjs-dist/legacy/build/pdf.min.mjs')])
      if (!alive || !words.current) return
      words.current.replaceChildren()
      words.current.style.setProperty('--total-scale-factor', String(scale))
      await new TextLayer({ textContentSource: content, container: words.current, viewport: view }).render()
      if (alive && words.current) onWords(words.current)
    })().catch(() => {
      // Drawing was cancelled, or this page is broken: the sheet stays empty, the others are not touched.
    })
    return () => {
      alive = false
      drawing?.cancel()
      // What is far is not kept: a thousand pages would fill the memory.
      words.current?.replaceChildren()
      onWords(undefined)
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
      <div ref={words} className="pdf-words absolute inset-0 overflow-hidden" />
    </div>
  )
}
