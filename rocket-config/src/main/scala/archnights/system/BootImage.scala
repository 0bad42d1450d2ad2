// Owns: the first instructions of the hart: a0 is its number, a1 the device tree, then to the base of main memory.
package archnights

import java.io.{File, FileOutputStream}
import java.nio.{ByteBuffer, ByteOrder}

object BootImage {
  /** Rocket Chip puts the device tree behind the image. Bytes. */
  private val size = 64

  /** A file with the image, gone when this process ends. */
  def file(memoryBase: BigInt): String = {
    val image = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN)
    Seq(
      0xf1402573, // csrr  a0, mhartid
      0x00000597, // auipc a1, 0
      0x03c58593, // addi  a1, a1, 0x3c    the device tree, at 0x40
      0x00000297, // auipc t0, 0
      0x0142b283, // ld    t0, 0x14(t0)    the word at 0x20
      0x00028067, // jr    t0
    ).foreach(word => image.putInt(word))
    image.putLong(0x20, memoryBase.toLong)
    val file = File.createTempFile("boot-rom", ".img")
    file.deleteOnExit()
    val out = new FileOutputStream(file)
    try out.write(image.array) finally out.close()
    file.getPath
  }
}
