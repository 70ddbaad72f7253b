// Types for the few parts of pdfkit that the demo school's papers and the tests use; the package has none.
declare module 'pdfkit' {
  type Text = { lineGap?: number; align?: 'left' | 'right'; width?: number }
  export default class PDFDocument {
    constructor(options: { size: string; margins?: Record<'top' | 'bottom' | 'left' | 'right', number>; info?: Record<string, string> })
    y: number
    pipe(out: NodeJS.WritableStream): void
    end(): void
    addPage(): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(colour: string): this
    strokeColor(colour: string): this
    lineWidth(points: number): this
    moveDown(lines?: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    text(text: string, options?: Text): this
    text(text: string, x: number, y: number, options?: Text): this
  }
}
