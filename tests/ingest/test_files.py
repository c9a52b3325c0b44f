"""Finding documents and opening them, packed or not."""

import bz2
import gzip
import hashlib
import lzma
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from ingest import files
from ingest.files import Document, InputError, find_documents

CONTENT = '{"data": "Gefrorener Fluß"}\n'.encode()
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


def write_zip(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def names(documents: list[Document]) -> list[str]:
    return [document.name for document in documents]


def content(path: Path) -> bytes:
    (document,) = find_documents([path])
    with document.open() as stream:
        return stream.read()


def test_a_plain_file_is_read_as_it_is(tmp_path):
    path = tmp_path / "XYZ.json"
    path.write_bytes(CONTENT)
    assert content(path) == CONTENT


@pytest.mark.parametrize("extension", PACKERS)
def test_packing_is_told_by_the_first_bytes_not_by_the_name(tmp_path, extension):
    named = tmp_path / f"XYZ.json.{extension}"
    disguised = tmp_path / "XYZ.json"
    for path in (named, disguised):
        path.write_bytes(PACKERS[extension](CONTENT))
        assert content(path) == CONTENT
    misnamed = tmp_path / f"plain.json.{extension}"
    misnamed.write_bytes(CONTENT)
    assert content(misnamed) == CONTENT


def test_a_gzip_file_of_several_parts_is_read_to_its_end(tmp_path):
    path = tmp_path / "XYZ.json.gz"
    path.write_bytes(gzip.compress(b"[1,") + gzip.compress(b"2]"))
    assert content(path) == b"[1,2]"


@pytest.mark.parametrize("extension", PACKERS)
def test_a_packed_file_cut_short_is_an_input_error_naming_it(tmp_path, extension):
    packed = PACKERS[extension](CONTENT * 100)
    path = tmp_path / f"XYZ.json.{extension}"
    for length in range(10, len(packed)):
        path.write_bytes(packed[:length])
        with pytest.raises(InputError, match=rf"XYZ\.json\.{extension}: "):
            content(path)


@pytest.mark.parametrize("extension", [*PACKERS, "zip"])
def test_a_damaged_packed_file_never_raises_anything_but_an_input_error(tmp_path, extension):
    path = tmp_path / f"XYZ.json.{extension}"
    if extension == "zip":
        packed = write_zip(path, {"XYZ.json": CONTENT}).read_bytes()
    else:
        packed = PACKERS[extension](CONTENT)
    for position in range(len(packed)):
        for flip in (0x01, 0xFF):
            damaged = bytearray(packed)
            damaged[position] ^= flip
            path.write_bytes(damaged)
            with suppress(InputError):
                for document in find_documents([path]):
                    with document.open() as stream:
                        stream.read()


def test_a_zip_of_one_member_is_one_document_with_the_name_of_the_zip(tmp_path):
    path = write_zip(tmp_path / "XYZ.json.zip", {"XYZ.json": CONTENT, "XYZ.json.sha256": b"00"})
    assert names(find_documents([path])) == ["XYZ.json.zip"]
    assert content(path) == CONTENT


def test_a_zip_of_several_members_is_a_document_for_each(tmp_path):
    path = write_zip(
        tmp_path / "sets.zip",
        {"b/ABC.json": b"2", "a/XYZ.json": b"1", "__MACOSX/a/._XYZ.json": b"", "README.md": b""},
    )
    documents = find_documents([path])
    assert names(documents) == ["sets.zip/a/XYZ.json", "sets.zip/b/ABC.json"]
    assert [document.open().read() for document in documents] == [b"1", b"2"]


def test_members_named_to_escape_are_read_and_written_nowhere(tmp_path):
    folder = tmp_path / "inner"
    folder.mkdir()
    path = write_zip(folder / "sets.zip", {"../ABC.json": b"1", "/XYZ.json": b"2"})
    before = sorted(tmp_path.rglob("*"))
    assert [document.open().read() for document in find_documents([path])] == [b"1", b"2"]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_zip_with_nothing_to_read_is_an_input_error(tmp_path):
    path = write_zip(tmp_path / "tables.zip", {"cards.ods": b"uuid"})
    with pytest.raises(InputError, match=r"tables\.zip: a zip with nothing to read"):
        content(path)


def test_a_file_that_unpacks_far_beyond_its_size_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FREE_BYTES", 1 << 20)
    bomb = b" " * (4 << 20)
    path = tmp_path / "XYZ.json.gz"
    path.write_bytes(gzip.compress(bomb))
    with pytest.raises(InputError, match=r"XYZ\.json\.gz: unpacks to more than 1048576 bytes"):
        content(path)
    write_zip(path, {"XYZ.json": bomb, "padding": PACKERS["gz"](bytes(range(256)) * 1000)})
    with pytest.raises(InputError, match=r"unpacks to more than 1048576 bytes"):
        content(path)


def test_no_packed_file_may_unpack_to_more_than_the_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_BYTES", 100)
    path = tmp_path / "XYZ.json.xz"
    path.write_bytes(lzma.compress(bytes(range(101))))
    with pytest.raises(InputError, match=r"unpacks to more than 100 bytes"):
        content(path)


def test_the_checksum_is_of_the_packed_bytes(tmp_path):
    path = tmp_path / "XYZ.json.gz"
    path.write_bytes(gzip.compress(CONTENT))
    (document,) = find_documents([path])
    assert document.checksum() == hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_bytes(b"")
    assert document.checksum() == (
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )


def test_a_folder_is_searched_to_the_bottom_and_what_is_unknown_passed_over(tmp_path):
    for name in (
        "B.json",
        "a/C.json.xz",
        "a/b/A.txt",
        "a/page.TXT.GZ",
        "B.json.sha256",
        "README.md",
        "cards.ods",
        "cards.ods.gz",
        ".hidden.json",
        ".git/D.json",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"{}")
    write_zip(tmp_path / "tables.zip", {"cards.ods": b"uuid"})
    assert names(find_documents([tmp_path])) == ["A.txt", "B.json", "C.json.xz", "page.TXT.GZ"]


def test_the_order_is_by_name_whatever_the_order_of_the_arguments(tmp_path):
    paths = []
    for name in ("z/AllPrintings.json", "y/ABC.json", "x/XYZ.json", "w/ABC.json"):
        paths.append(tmp_path / name)
        paths[-1].parent.mkdir()
        paths[-1].write_bytes(b"{}")
    expected = [tmp_path / name for name in ("w/ABC.json", "y/ABC.json", "z/AllPrintings.json")]
    expected.append(tmp_path / "x/XYZ.json")
    assert [document.path for document in find_documents(paths)] == expected
    assert find_documents(paths) == find_documents(reversed(paths)) == find_documents([tmp_path])


def test_files_of_one_name_are_in_one_order_whatever_their_folders_are_called(tmp_path):
    contents = []
    for folders in (("old", "new"), ("a", "b"), ("b", "a")):
        inputs = [tmp_path / "".join(folders) / folder for folder in folders]
        for number, folder in enumerate(inputs):
            folder.mkdir(parents=True)
            (folder / "XYZ.json").write_text(f'{{"number": {number}}}')
        contents.append([document.path.read_text() for document in find_documents(inputs)])
    assert contents[0] == contents[1] == contents[2]


def test_the_same_file_twice_counts_once(tmp_path):
    path = tmp_path / "XYZ.json"
    path.write_bytes(b"{}")
    (tmp_path / "link.json").symlink_to(path)
    roundabout = tmp_path / ".." / tmp_path.name / "XYZ.json"
    assert len(find_documents([path, str(path), roundabout, tmp_path])) == 1


def test_a_file_named_on_its_own_can_have_any_name(tmp_path):
    path = tmp_path / "download"
    path.write_bytes(b"{}")
    assert names(find_documents([path])) == ["download"]


def test_what_does_not_exist_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match=r"nowhere\.json: does not exist, expected"):
        find_documents([tmp_path / "nowhere.json"])


def test_a_folder_with_nothing_known_is_an_input_error(tmp_path):
    (tmp_path / "README.md").write_bytes(b"")
    with pytest.raises(InputError, match=r"a folder with nothing to read in it, expected files"):
        find_documents([tmp_path])


def test_no_path_at_all_is_an_input_error():
    with pytest.raises(InputError, match=r"no input was named"):
        find_documents([])


def test_a_file_that_vanished_is_an_input_error(tmp_path):
    document = Document(tmp_path / "XYZ.json", "XYZ.json")
    with pytest.raises(InputError, match=r"XYZ\.json: cannot be opened: No such file"):
        document.open()
    with pytest.raises(InputError, match=r"XYZ\.json: cannot be read: No such file"):
        document.checksum()


DOCX = {"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w:document/>"}


def test_a_word_document_is_one_document_of_its_own_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "EXTENSIONS", [".docx", ".xml", ".json"])
    path = write_zip(tmp_path / "notes.docx", DOCX)
    assert names(find_documents([tmp_path])) == ["notes.docx"]
    assert content(path) == path.read_bytes()
    misnamed = path.rename(tmp_path / "notes.zip")
    assert names(find_documents([misnamed])) == ["notes.zip"]
    assert content(misnamed) == misnamed.read_bytes()


def test_a_word_document_in_a_zip_is_a_member_like_any_other(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "EXTENSIONS", [".docx", ".json"])
    inner = write_zip(tmp_path / "notes.docx", DOCX).read_bytes()
    path = write_zip(tmp_path / "all.zip", {"a/notes.docx": inner, "b.json": b"{}"})
    documents = find_documents([path])
    assert names(documents) == ["all.zip/a/notes.docx", "all.zip/b.json"]
    assert documents[0].open().read() == inner


def test_a_plain_file_is_on_disk_where_it_is(tmp_path):
    path = tmp_path / "XYZ.json"
    path.write_bytes(CONTENT)
    with find_documents([path])[0].on_disk() as place:
        assert place == path


@pytest.mark.parametrize("extension", [*PACKERS, "zip"])
def test_a_packed_file_is_on_disk_as_a_copy_for_as_long_as_it_is_used(
    tmp_path, extension, monkeypatch
):
    path = tmp_path / f"XYZ.json.{extension}"
    if extension == "zip":
        write_zip(path, {"XYZ.json": CONTENT})
    else:
        path.write_bytes(PACKERS[extension](CONTENT))
    with find_documents([path])[0].on_disk() as place:
        assert place.read_bytes() == CONTENT
        assert place.parent != tmp_path
    assert not place.exists()
    monkeypatch.setattr(files, "MAX_BYTES", 5)
    with (
        pytest.raises(InputError, match=r"unpacks to more than 5 bytes"),
        find_documents([path])[0].on_disk(),
    ):
        pass


def test_a_copy_there_is_no_room_for_is_an_input_error(tmp_path, monkeypatch):
    path = tmp_path / "XYZ.json.gz"
    path.write_bytes(gzip.compress(CONTENT))

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfileobj", no_room)
    with (
        pytest.raises(InputError, match=r"XYZ\.json\.gz: no copy: No space left on device"),
        find_documents([path])[0].on_disk(),
    ):
        pass


def test_a_sibling_lies_beside_a_file_packed_or_not(tmp_path):
    for name in ("cards.json", "sets.json.xz", "other/rulings.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(lzma.compress(b"sets") if name.endswith("xz") else b"{}")
    (cards,) = find_documents([tmp_path / "cards.json"])
    sets = cards.sibling("sets.json")
    assert sets == Document(tmp_path / "sets.json.xz", "sets.json.xz")
    assert sets.open().read() == b"sets"
    assert cards.sibling("rulings.json") is None


def test_a_sibling_lies_beside_a_member_of_a_zip(tmp_path):
    path = write_zip(
        tmp_path / "all.zip",
        {"a/cards.json": b"cards", "a/sets.json": b"sets", "b/rulings.json": b"", "c.json": b""},
    )
    cards = find_documents([path])[0]
    assert cards.name == "all.zip/a/cards.json"
    sets = cards.sibling("sets.json")
    assert sets == Document(path, "all.zip/a/sets.json", "a/sets.json")
    assert sets.open().read() == b"sets"
    assert cards.sibling("rulings.json") is None
    assert cards.sibling("c.json") is None
    path.write_bytes(b"PK")
    with pytest.raises(InputError, match=r"all\.zip/a/cards\.json: cannot be opened"):
        cards.sibling("sets.json")
