declare module 'heic-decode' {
  interface HeicPicture {
    width: number;
    height: number;
    /** RGBA. */
    decode(): Promise<{ width: number; height: number; data: ArrayBuffer }>;
  }
  interface HeicDecoder {
    (options: { buffer: Uint8Array }): Promise<{ width: number; height: number; data: ArrayBuffer }>;
    /** All images of a file, in order, not yet decoded. */
    all(options: { buffer: Uint8Array }): Promise<readonly HeicPicture[]>;
  }
  const decode: HeicDecoder;
  export default decode;
}
