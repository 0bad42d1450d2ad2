// Owns: the C++ half of a link that leaves a simulation by DPI: beats as records of 16 bytes over a socket. `OracleLinkDPI.sv` calls it, once a clock.
//
// ARCHNIGHTS_LINK names the socket that a host listens at: `unix:PATH` or `tcp:HOST:PORT`. Each OracleLinkDPI module of the simulation opens a connection of its own.
// Without the variable the link is as if no host were there: nothing is taken, nothing comes.
//
// A record, both ways, is 16 bytes:
//   byte 0       1: a beat. 0: hello
//   byte 1       beat: tkeep. hello: the version of this format, 1
//   byte 2       beat: tlast, 0 or 1. hello: 0
//   byte 3       0
//   bytes 4..7   beat: 0. hello: the number of the module in this simulation, from 0, little endian
//   bytes 8..15  beat: tdata, byte 0 of the beat first. hello: `ARCHLINK`
// The simulation sends a hello, then beats. The host sends beats only. Records have one size and no length in them; a peer that sends anything else, or keeps bytes that
// do not follow each other from byte 0, ends the simulation. A host that goes away leaves a link on which nothing moves any more: the unit's watchdog ends what runs.
//
// How many cycles pass until an answer depends on wall time here. The bench of `archnights rocket run` stops its clock for the host instead, and its cycles repeat.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

constexpr size_t record_bytes = 16;
constexpr unsigned char hello_kind = 0, beat_kind = 1, format_version = 1;
/** Records that wait for the socket, and that are read at once; bounds what a slow or quick host can make of us. */
constexpr size_t records_held = 256;

/** Whole and partial records in a fixed store: bytes go in at the end and out at the front. */
struct Bytes {
  unsigned char store[records_held * record_bytes];
  size_t front = 0, end = 0;
  size_t held() const { return end - front; }
  /** What is held moves to the start, so that all the room lies behind it. */
  void settle() {
    if (front == 0) return;
    std::memmove(store, store + front, held());
    end -= front;
    front = 0;
  }
  size_t room() const { return sizeof store - end; }
};

struct Link {
  /** -1: no host, or it went away. */
  int socket = -1;
  Bytes out, in;
};

void complain(const std::string& what) { std::fprintf(stderr, "OracleLinkDPI: %s\n", what.c_str()); }
std::string reason() { return std::strerror(errno); }

int connect_unix(const std::string& path) {
  sockaddr_un address{};
  if (path.size() >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd >= 0 && ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return fd;
  const int error = errno;
  if (fd >= 0) ::close(fd);
  errno = error;
  return -1;
}

int connect_tcp(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  int fd = -1, error = ECONNREFUSED;
  for (const addrinfo* at = found; at && fd < 0; at = at->ai_next) {
    fd = ::socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (fd >= 0 && ::connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
      error = errno;
      ::close(fd);
      fd = -1;
    }
  }
  ::freeaddrinfo(found);
  const int at_once = 1;
  if (fd >= 0) ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  errno = error;
  return fd;
}

int connect_to(const std::string& name) {
  if (name.compare(0, 5, "unix:") == 0) return connect_unix(name.substr(5));
  const size_t colon = name.rfind(':');
  if (name.compare(0, 4, "tcp:") == 0 && colon > 4) return connect_tcp(name.substr(4, colon - 4), name.substr(colon + 1));
  errno = EINVAL;
  return -1;
}

void put(Bytes& to, unsigned char kind, unsigned char keep, unsigned char last, uint32_t number, uint64_t data) {
  to.settle();
  unsigned char* at = to.store + to.end;
  at[0] = kind;
  at[1] = keep;
  at[2] = last;
  at[3] = 0;
  for (int i = 0; i < 4; i++) at[4 + i] = static_cast<unsigned char>(number >> (8 * i));
  for (int i = 0; i < 8; i++) at[8 + i] = static_cast<unsigned char>(data >> (8 * i));
  to.end += record_bytes;
}

bool would_block() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

void gone(Link& link, const std::string& why) {
  complain("the host of the link went away: " + why);
  ::close(link.socket);
  link.socket = -1;
}

void send_some(Link& link) {
  while (link.socket >= 0 && link.out.held() > 0) {
    const ssize_t n = ::send(link.socket, link.out.store + link.out.front, link.out.held(), MSG_NOSIGNAL);
    if (n > 0) link.out.front += static_cast<size_t>(n);
    else if (would_block()) return;
    else gone(link, reason());
  }
}

/** Only when there is no whole record: a call of the system takes longer than a clock of a small design. */
void receive_some(Link& link) {
  if (link.socket < 0 || link.in.held() >= record_bytes) return;
  link.in.settle();
  const ssize_t n = ::recv(link.socket, link.in.store + link.in.end, link.in.room(), 0);
  if (n > 0) link.in.end += static_cast<size_t>(n);
  else if (n == 0) gone(link, "it closed the connection");
  else if (!would_block()) gone(link, reason());
}

bool is_beat(const unsigned char* at) {
  const unsigned keep = at[1];
  const bool contiguous = keep != 0 && (keep & (keep + 1)) == 0;
  return at[0] == beat_kind && contiguous && at[2] <= 1 && at[3] == 0 && at[4] == 0 && at[5] == 0 && at[6] == 0 && at[7] == 0;
}

}  // namespace

/** The types of the Verilog half: chandle, bit, byte unsigned, longint unsigned. */
extern "C" void* oracle_link_open() {
  static uint32_t modules = 0;
  const uint32_t number = modules++;
  Link* link = new Link;
  const char* name = std::getenv("ARCHNIGHTS_LINK");
  if (!name || !*name) {
    complain("ARCHNIGHTS_LINK is not set: there is no host on the link (set it to unix:PATH or tcp:HOST:PORT)");
    return link;
  }
  link->socket = connect_to(name);
  if (link->socket < 0) {
    complain(std::string("cannot connect to ARCHNIGHTS_LINK=") + name + ": " + reason() + " (it is unix:PATH or tcp:HOST:PORT, and a host must listen there)");
    delete link;
    return nullptr;
  }
  ::fcntl(link->socket, F_SETFL, ::fcntl(link->socket, F_GETFL) | O_NONBLOCK);
  uint64_t magic = 0;
  for (int i = 7; i >= 0; i--) magic = magic << 8 | static_cast<unsigned char>("ARCHLINK"[i]);
  put(link->out, hello_kind, format_version, 0, number, magic);
  return link;
}

extern "C" unsigned char oracle_link_tick(
  void* handle,
  unsigned char tx_moved, unsigned long long tx_data, unsigned char tx_keep, unsigned char tx_last,
  unsigned char rx_moved,
  unsigned char* tx_ready,
  unsigned char* rx_valid, unsigned long long* rx_data, unsigned char* rx_keep, unsigned char* rx_last
) {
  Link& link = *static_cast<Link*>(handle);
  if (tx_moved) put(link.out, beat_kind, tx_keep, tx_last & 1, 0, tx_data);
  if (rx_moved) link.in.front += record_bytes;
  send_some(link);
  receive_some(link);

  // Room for one more beat, whatever part of a record the socket has taken.
  *tx_ready = link.socket >= 0 && link.out.held() + record_bytes <= sizeof link.out.store;
  *rx_valid = link.in.held() >= record_bytes;
  const unsigned char* at = link.in.store + link.in.front;
  if (*rx_valid && !is_beat(at)) {
    complain("the host sent a record that is no beat");
    return 0;
  }
  *rx_data = 0;
  for (int i = 7; i >= 0; i--) *rx_data = *rx_data << 8 | (*rx_valid ? at[8 + i] : 0);
  *rx_keep = *rx_valid ? at[1] : 0;
  *rx_last = *rx_valid ? at[2] : 0;
  return 1;
}
