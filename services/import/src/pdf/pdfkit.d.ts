// Types for the parts of pdfkit and fontkit that documents, the demo school's papers and the tests use; the packages have none.
declare module 'pdfkit' {
  type Text = {
    lineGap?: number
    align?: 'left' | 'right'
    width?: number
    lineBreak?: boolean
    baseline?: 'alphabetic'
    features?: readonly string[]
    textWidth?: number
    fill?: boolean
    stroke?: boolean
    oblique?: number
  }
  type Options = {
    size: string
    margins?: Record<'top' | 'bottom' | 'left' | 'right', number>
    margin?: number
    info?: Record<string, string>
    lang?: string
    tagged?: boolean
    displayTitle?: boolean
    pdfVersion?: '1.7'
    autoFirstPage?: boolean
    fontLayoutCache?: boolean
  }
  /** A node of the structure; a function draws its content, once the node belongs to the document. */
  export interface Struct {
    add(child: Struct | (() => void)): this
    end(): void
  }
  export interface Image {
    /** Of a PNG: writes it, once it is unpacked. */
    finalize?(): void
  }
  export default class PDFDocument {
    constructor(options: Options)
    y: number
    pipe(out: NodeJS.WritableStream): void
    end(): void
    addPage(): this
    continueOnNewPage(): this
    on(event: 'pageAdded', listener: () => void): this
    registerFont(name: string, font: import('fontkit').Font): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(colour: string): this
    strokeColor(colour: string): this
    lineWidth(points: number): this
    moveDown(lines?: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    rect(x: number, y: number, width: number, height: number): this
    fill(colour: string): this
    stroke(): this
    text(text: string, options?: Text): this
    text(text: string, x: number, y: number, options?: Text): this
    link(x: number, y: number, width: number, height: number, address: string): this
    goTo(x: number, y: number, width: number, height: number, name: string): this
    addNamedDestination(name: string, kind: 'XYZ', x: number, y: number, zoom: null): this
    openImage(bytes: Uint8Array): Image
    image(image: Image, x: number, y: number, size: { width: number; height: number }): this
    markContent(tag: 'Artifact', options?: { type: string }): this
    endMarkedContent(): this
    struct(type: string, children?: readonly (Struct | (() => void))[]): Struct
    struct(type: string, options: { alt?: string; lang?: string; bbox?: number[] }, children?: readonly (Struct | (() => void))[]): Struct
    addStructure(struct: Struct): this
  }
}

declare module 'fontkit' {
  export interface Glyph {
    id: number
    codePoints: number[]
    advanceWidth: number
  }
  /** In units of the font. */
  export interface GlyphRun {
    glyphs: Glyph[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    readonly advanceWidth: number
  }
  export interface Font {
    unitsPerEm: number
    hasGlyphForCodePoint(point: number): boolean
    glyphForCodePoint(point: number): Glyph
    layout(text: string, features?: readonly string[]): GlyphRun
  }
  export function openSync(path: string): Font
}
