// Owns: the name of this generator. Scala, Chisel and Rocket Chip are those of the Chipyard around it (README.md says what to add to its build.sbt).
name := "archnights"
organization := "archnights"
version := "0.1.0"
