// Types of pdf.js's legacy build: it has the interface of the modern one but ships without types under this name.
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}
