"""What all tables share: one collection with a naming convention, and the types of numbers and moments."""

from sqlalchemy import BigInteger, Integer, MetaData

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only in a column that is called exactly INTEGER.
RowNumber = BigInteger().with_variant(Integer(), "sqlite")
